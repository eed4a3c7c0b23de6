import { formatters } from '../../locale.ts';
import type { post as en } from '../en/post.ts';

const { list } = formatters('de-DE');

export const post: typeof en = {
  title: () => 'Beitrag',
  noText: () => 'Kein Text',
  by: ({ name }) => `von ${name}`,
  at: ({ moment, zone }) => `${moment} (${zone})`,
  unplanned: () => 'Noch ohne Zeitpunkt',
  ownText: () => 'Eigener Text',
  story: () => 'Was geschah',
  storyOn: ({ channel }) => `Was auf ${channel} geschah`,
  details: () => 'Technische Einzelheiten',
  copy: () => 'Kopieren',
  copied: () => 'Kopiert',
  open: () => 'Öffnen',
  warnings: () => 'Warnungen des Netzwerks',
  parts: () => 'Teile',
  waitingFor: ({ moment }) => `Nächster Versuch: ${moment}`,
  heldUntil: ({ name, moment }) =>
    `${name} muss neu verbunden werden. Bis ${moment} wartet der Beitrag dort, danach scheitert er.`,
  first: {
    reconnect: ({ name }) =>
      `Bearbeiten und erneut versuchen können Sie den Beitrag, sobald ${name} neu verbunden ist: Dort wartet er noch.`,
    paused: ({ name }) =>
      `Bearbeiten und erneut versuchen können Sie den Beitrag, sobald ${name} fortgesetzt ist: Dort wartet er noch.`,
    other: ({ name }) =>
      `Bearbeiten und erneut versuchen können Sie den Beitrag, sobald er auf ${name} erschienen oder gescheitert ist.`,
  },
  late: ({ at, planned }) => `${at}, geplant war ${planned}`,
  neverEdited: () => 'Veröffentlichte Beiträge lassen sich von hier aus nicht ändern.',
  partlyEdited: ({ out, open }) =>
    `Auf ${list(out)} ist er erschienen und bleibt dort, wie er ist. Bearbeiten können Sie ihn für ${list(open)}.`,
  countdown: ({ seconds }) => `Erscheint in ${seconds} s`,

  acts: {
    edit: () => 'Bearbeiten',
    editAgain: () => 'Bearbeiten und erneut versuchen',
    tryAgain: ({ channel }) => `Auf ${channel} erneut versuchen`,
    stop: () => 'Anhalten',
    again: () => 'Wiederverwenden',
    delete: () => 'Löschen',
    look: ({ channel }) => `${channel} ansehen`,
    isThere: () => 'Er ist da',
    isNotThere: () => 'Er ist nicht da: noch einmal senden',
    ask: ({ network }) => `${network} fragen`,
    remove: ({ network }) => `Von ${network} entfernen …`,
  },

  doubt: () => 'Sehen Sie dort nach, und sagen Sie, ob er da ist. Von selbst sendet Belfry nichts.',
  resolution: {
    thereTitle: () => 'Der Beitrag ist da',
    thereBody: () => 'Belfry vermerkt ihn als veröffentlicht, von Ihnen bestätigt, und sendet nichts.',
    link: () => 'Sein Link (freiwillig)',
    thereConfirm: () => 'Er ist da',
    notThereTitle: () => 'Den Beitrag noch einmal senden?',
    notThereBody: ({ channel }) =>
      `Nur, wenn Sie auf ${channel} nachgesehen haben und er dort nicht ist. Sonst erscheint er doppelt.`,
    notThereConfirm: () => 'Er ist nicht da: senden',
  },
  asked: ({ network }) => `Belfry fragt ${network}. Gesendet wird nichts.`,
  confirmedBy: ({ name }) => `Bestätigt von ${name}, nicht vom Netzwerk`,

  review: {
    approve: () => 'Freigeben',
    reject: () => 'Ablehnen',
    rejected: ({ name, moment }) => `Abgelehnt von ${name} am ${moment}`,
    own: () => 'Er wartet auf jemand anderen: Niemand gibt den eigenen Beitrag frei.',
    nowTitle: () => 'Freigeben und jetzt veröffentlichen?',
    nowBody: () => 'Sein Zeitpunkt ist vorbei, deshalb erscheint er, sobald Sie ihn freigeben.',
    nowConfirm: () => 'Freigeben und veröffentlichen',
    rejectTitle: () => 'Diesen Beitrag ablehnen?',
    why: () => 'Was soll sich ändern?',
    whyMissing: () => 'Schreiben Sie einen Satz, damit klar ist, was sich ändern soll.',
  },

  publishNow: {
    open: () => 'Jetzt veröffentlichen …',
    title: () => 'Diesen Beitrag jetzt veröffentlichen?',
    body: ({ channels }) =>
      `Er geht in zehn Sekunden an ${list(channels)} hinaus. Bis dahin lässt er sich anhalten.`,
    confirm: () => 'Jetzt veröffentlichen',
    counting: () => 'Wird in zehn Sekunden veröffentlicht.',
    stop: () => 'Anhalten',
    stopped: () => 'Angehalten. Der Beitrag ist ein Entwurf.',
  },
  failedUnseen: ({ why }) => `Eine Änderung an einem Beitrag ist fehlgeschlagen. ${why}`,
  deletion: {
    done: () => 'Der Beitrag liegt im Papierkorb.',
    restored: () => 'Der Beitrag ist wieder da.',
  },

  removal: {
    title: ({ network }) => `Den Beitrag von ${network} entfernen?`,
    body: ({ network }) =>
      `${network} löscht ihn mit allen Reaktionen, Antworten und dem Link. Niemand kann ihn zurückholen. Hier bleibt der Beitrag, als entfernt markiert.`,
    type: ({ word }) => `Zum Bestätigen „${word}“ eingeben`,
    word: () => 'entfernen',
    confirm: ({ network }) => `Von ${network} entfernen`,
    requested: ({ network }) => `${network} wird gebeten, ihn zu entfernen.`,
  },

  numbers: {
    title: () => 'Zahlen',
    age: ({ moment }) => `Stand ${moment}`,
    impressions: () => 'Einblendungen',
    reach: () => 'Reichweite',
    views: () => 'Aufrufe',
    likes: () => 'Gefällt mir',
    comments: () => 'Kommentare',
    shares: () => 'Geteilt',
    saves: () => 'Gespeichert',
    clicks: () => 'Klicks',
  },

  lines: {
    somebody: () => 'Jemand',
    draftSaved: ({ who }) => `Von ${who} als Entwurf gespeichert`,
    takenBack: ({ who }) => `Von ${who} zu den Entwürfen zurückgeholt`,
    scheduled: ({ who, moment }) => `Von ${who} geplant für ${moment}`,
    scheduledNow: ({ who }) => `Von ${who} zur sofortigen Veröffentlichung geplant`,
    submitted: ({ who }) => `Von ${who} zur Freigabe geschickt`,
    approved: ({ who }) => `Von ${who} freigegeben`,
    rejected: ({ who }) => `Von ${who} abgelehnt`,
    approvalEnded: () => 'Nach der Freigabe geändert, darum ist eine neue Freigabe nötig',
    reconciling: ({ who }) => `${who} ließ die Netzwerke fragen`,
    deleted: ({ who }) => `Von ${who} gelöscht`,
    restored: ({ who }) => `Von ${who} wiederhergestellt`,
    started: () => 'Die Veröffentlichung begann',
    startedLate: ({ late }) => `Die Veröffentlichung begann, ${late} nach ihrer Zeit`,
    prepared: ({ count }) => (count === 1 ? 'Vorbereitet: 1 Schritt' : `Vorbereitet: ${count} Schritte`),
    waiting: () => 'Das Netzwerk verarbeitet, was es bekommen hat',
    sent: () => 'Gesendet',
    confirmed: () => 'Das Netzwerk hat es bestätigt',
    published: ({ late }) => `Veröffentlicht, ${late} nach seiner Zeit`,
    handedOver: () => 'Das Netzwerk hat ihn als Entwurf. Vollenden Sie ihn in der App des Netzwerks.',
    pageFound: () => 'Das Netzwerk hat seine Seite genannt',
    warned: () => 'Eine Beigabe ist nicht gelungen, etwa ein erster Kommentar',
    failed: ({ reason }) => `Fehlgeschlagen: ${reason}`,
    mayBeLive: ({ reason }) => `Vielleicht schon online: ${reason}`,
    held: ({ reason }) => `Angehalten: ${reason}`,
    atRisk: ({ reason }) => `Gefährdet: ${reason}`,
    riskOver: () => 'Die Gefahr ist vorbei',
    putOff: {
      processing: () => 'Das Netzwerk verarbeitet noch. Belfry sieht wieder nach.',
      throttled: () => 'Das Netzwerk bat um Geduld',
      unavailable: () => 'Das Netzwerk antwortete nicht. Nichts ist verloren; Belfry versucht es wieder.',
      in_doubt: () => 'Eine Antwort ging verloren. Belfry fragt das Netzwerk, bevor es etwas anderes tut.',
      interrupted: () => 'Unterbrochen. Ein anderer Prozess macht weiter.',
      queue: () => 'Wieder in der Warteschlange, weil der Kanal bei einem früheren Beitrag anhielt',
      approval: () => 'Er wartet auf eine neue Freigabe',
    },
    consented: ({ who }) => `${who} gab die Erklärung ab, die das Netzwerk verlangt`,
    consentEnded: () => 'Eine Datei wurde geändert, darum muss die Erklärung neu abgegeben werden',
    removalRequested: ({ who }) => `${who} bat darum, ihn vom Netzwerk zu entfernen`,
    removed: () => 'Vom Netzwerk entfernt',
    removalFailed: ({ reason }) => `Nicht entfernt: ${reason}`,
    resolved: ({ who }) => `Bestätigt von ${who}, nicht vom Netzwerk`,
    other: ({ kind }) => kind,
  },
};
