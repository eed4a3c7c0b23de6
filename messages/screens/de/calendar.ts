import { formatters } from '../../locale.ts';
import type { calendar as en } from '../en/calendar.ts';

const { plural, list } = formatters('de-DE');

export const calendar: typeof en = {
  views: { month: () => 'Monat', week: () => 'Woche', day: () => 'Tag', list: () => 'Liste' },
  view: () => 'Ansicht',
  today: () => 'Heute',
  chooseDay: () => 'Tag wählen',
  before: { month: () => 'Vorheriger Monat', week: () => 'Vorherige Woche', day: () => 'Vorheriger Tag' },
  after: { month: () => 'Nächster Monat', week: () => 'Nächste Woche', day: () => 'Nächster Tag' },
  zone: ({ zone, offset }) => `${zone}, ${offset}`,
  ownTime: () => 'Ihre Zeit',
  ownZone: ({ zone }) => `Die Stunden auch in ${zone} anzeigen`,
  free: ({ count }) => `${count} frei`,
  freeSlots: ({ count }) => plural(count, { one: '1 freier Termin', other: `${count} freie Termine` }),
  filter: {
    label: () => 'Filter',
    search: () => 'Suchen',
    searchHint: () => 'Beiträge suchen',
    channels: () => 'Kanäle',
    sets: () => 'Kanalgruppen',
    states: () => 'Status',
    author: () => 'Verfasst von',
    labels: () => 'Label',
    clear: () => 'Filter aufheben',
    noLabels: () => 'Noch keine Labels',
    chosen: ({ name, count }) => `${name}: ${count}`,
  },
  loading: () => 'Beiträge werden geladen …',
  asOf: ({ time }) => `Stand ${time}`,
  truncated: ({ count }) =>
    `Nur die ersten ${count} Beiträge sind zu sehen. Filtern oder suchen Sie, um die übrigen zu sehen.`,
  nothing: {
    list: () => 'Keine Beiträge in diesem Monat.',
    filtered: () => 'Kein Beitrag passt zu diesen Filtern.',
    day: () => 'Keine Beiträge.',
  },
  noText: () => 'Kein Text',
  dayNamed: ({ day, count, worst }) =>
    [
      day,
      count === 0 ? 'keine Beiträge' : plural(count, { one: '1 Beitrag', other: `${count} Beiträge` }),
      worst,
    ]
      .filter((part) => part !== '')
      .join(', '),
  ofState: ({ count, state }) => `${count}-mal ${state}`,
  post: ({ state, channels, labels, unread = 0, isSelected }) =>
    [
      isSelected ? 'ausgewählt' : '',
      state,
      list(channels),
      labelled(labels),
      unread === 0
        ? ''
        : plural(unread, { one: '1 ungelesener Kommentar', other: `${unread} ungelesene Kommentare` }),
    ]
      .filter((part) => part !== '')
      .join(', '),
  labelled: ({ names }) => labelled(names),
  noChannel: () => 'kein Kanal',
  more: ({ count }) => `${count} weitere`,
  moreOn: ({ count, day }) =>
    `${plural(count, { one: '1 weiterer Beitrag', other: `${count} weitere Beiträge` })} am ${day}`,
  openDay: () => 'Diesen Tag öffnen',
  showMore: ({ count }) => `Mehr anzeigen (noch ${count})`,
  newOn: ({ day }) => `Neuer Beitrag am ${day}`,
  newAt: ({ time }) => `Neuer Beitrag um ${time}`,
  fold: ({ from, to }) => `${from} – ${to}`,
  unfold: ({ from, to }) => `Die Stunden von ${from} bis ${to} anzeigen`,
  skipped: ({ hours, from, to }) => `${hours} Std.: ${from}–${to} gibt es nicht`,
  repeated: ({ hours, from, to }) => `${hours} Std.: ${from}–${to} gibt es zweimal`,
  noSuchHour: () => 'Diese Stunde überspringt die Uhr',
  again: () => 'noch einmal',
  now: ({ time }) => `Jetzt, ${time}`,
  slot: ({ time }) => `${time} frei`,
  newInSlot: ({ time }) => `Neuer Beitrag im freien Termin um ${time}`,
  reconnect: ({ channel, day }) =>
    `${channel} muss vor dem ${day} neu verbunden werden. Spätere Beiträge warten sonst.`,
  reconnectNow: ({ channel }) => `${channel} muss neu verbunden werden. Die Beiträge warten so lange.`,
  reconnectMany: ({ count }) => `${count} Kanäle müssen neu verbunden werden.`,
  showChannels: () => 'Anzeigen',
  connectAgain: () => 'Neu verbinden',
  acts: {
    menu: ({ post }) => `Mehr zu ${post}`,
    open: () => 'Öffnen',
    edit: () => 'Bearbeiten',
    move: () => 'Verschieben …',
    queue: () => 'Nächster freier Termin',
    unplan: () => 'Zu den Entwürfen',
    duplicate: () => 'Duplizieren',
    select: () => 'Auswählen',
    unselect: () => 'Aus der Auswahl nehmen',
    remove: () => 'Löschen',
  },
  done: {
    moved: ({ time }) => `Verschoben auf ${time}.`,
    back: ({ time }) => `Zurück auf ${time}.`,
    backInDrafts: () => 'Wieder bei den Entwürfen.',
    planned: ({ time }) => `Geplant für ${time}.`,
    unplanned: () => 'Zu den Entwürfen gelegt.',
    duplicated: () => 'Als Entwurf dupliziert.',
    removed: () => 'Gelöscht.',
    restored: () => 'Wiederhergestellt.',
    restoredAsDraft: () =>
      'Als Entwurf wiederhergestellt: Die Zeit ist vorbei, oder der Termin ist vergeben.',
    showRefused: ({ count }) =>
      plural(count, {
        one: 'Den nicht geänderten Beitrag anzeigen',
        other: `Die ${count} nicht geänderten Beiträge anzeigen`,
      }),
  },
  failed: {
    pastDrop: () => 'Diese Zeit ist vorbei. Legen Sie es später ab.',
    past: ({ post }) => `Diese Zeit ist vorbei. „${post}“ bleibt, wo es war.`,
    changed: () => 'Jemand hat diesen Beitrag inzwischen geändert. Der Kalender zeigt ihn, wie er jetzt ist.',
    keepDraft: ({ time }) => `Als Entwurf am ${time} behalten`,
    fixed: ({ state }) => `Ein Beitrag mit dem Status „${state}“ lässt sich nicht verschieben.`,
  },
  lift: {
    begun: ({ time }) => `Angehoben, ${time}. Pfeiltasten verschieben, Eingabe legt ab, Escape legt zurück.`,
    at: ({ time, note }) => [time, note].filter((part) => part !== '').join(', '),
    freeSlot: () => 'freier Termin',
    takenSlot: () => 'Termin vergeben',
    past: () => 'ist vorbei',
    down: ({ time }) => `Abgelegt, ${time}.`,
    back: ({ time }) => `Zurückgelegt, ${time}.`,
    hint: () => 'Pfeiltasten verschieben den Beitrag · Eingabe legt ihn ab · Esc legt ihn zurück',
  },
  many: {
    selected: ({ count }) => plural(count, { one: '1 ausgewählt', other: `${count} ausgewählt` }),
  },
  shelf: {
    title: () => 'Entwürfe',
    hide: () => 'Entwürfe ausblenden',
    drop: () => 'Hierher ziehen, um die Planung aufzuheben',
    dropNew: () => 'Hierher ziehen, um einen Entwurf zu beginnen',
    empty: () => 'Hier warten Ideen. Schreiben Sie eine, oder ziehen Sie Text auf einen Tag.',
    write: () => 'Entwurf schreiben',
    changed: ({ time }) => `geändert ${time}`,
    planned: ({ time }) => `am ${time}, nicht geplant`,
    device: () => 'Nur auf diesem Gerät',
    loadMore: () => 'Ältere Entwürfe anzeigen',
  },
  history: () => 'Zuletzt getan',
};

function labelled(names: readonly string[]): string {
  if (names.length === 0) return '';
  const rest = names.length > 3 ? [`${names.length - 3} weitere`] : [];
  return `${plural(names.length, { one: 'Label', other: 'Labels' })} ${list([...names.slice(0, 3), ...rest])}`;
}
