import { formatters } from '../../locale.ts';
import type { channels as en } from '../en/channels.ts';

const { plural, number, list } = formatters('de-DE');

const posts = (count: number) => plural(count, { one: '1 Beitrag', other: `${number(count)} Beiträge` });
const hoursOf = (hours: number) => plural(hours, { one: '1 Stunde', other: `${number(hours)} Stunden` });

export const channels: typeof en = {
  title: () => 'Kanäle',
  connect: () => 'Verbinden',
  reconnect: () => 'Neu verbinden',
  list: () => 'Verbundene Kanäle',
  empty: {
    title: () => 'Ein Beitrag braucht ein Ziel.',
    text: () =>
      'Verbinden Sie ein Konto, oder probieren Sie Belfry erst in der Sandbox aus: Deren Beiträge bleiben auf diesem Server.',
    ask: () =>
      'Noch ist kein Kanal verbunden. Bitten Sie einen Admin dieses Arbeitsbereichs, einen zu verbinden.',
    sandbox: () => 'Sandbox ausprobieren',
  },
  handle: ({ username }) => `@${username}`,
  state: {
    reconnect: () => 'Muss neu verbunden werden',
    paused: ({ moment }) => `Pausiert seit ${moment}`,
    until: ({ day }) => `Kann bis ${day} veröffentlichen`,
    ready: () => 'Kann veröffentlichen',
  },
  stop: {
    reconnect: ({ name }) => `${name} muss neu verbunden werden. So lange wartet der Beitrag dort.`,
    paused: ({ name }) => `${name} ist pausiert. Der Beitrag wartet dort, bis der Kanal fortgesetzt wird.`,
  },
  lastPublished: ({ moment }) => `Zuletzt veröffentlicht ${moment}`,
  neverPublished: () => 'Noch nichts veröffentlicht',
  waiting: ({ count, isMore }) => {
    if (count === 0) return 'Kein Beitrag wartet';
    return `${posts(count)}${isMore ? ' oder mehr' : ''} ${count === 1 ? 'wartet' : 'warten'}`;
  },
  menu: {
    label: ({ name }) => `Mehr zu ${name}`,
    open: () => 'Öffnen',
    up: () => 'Nach oben',
    down: () => 'Nach unten',
    pause: () => 'Pausieren',
    resume: () => 'Fortsetzen',
    remove: () => 'Entfernen …',
  },
  drag: ({ name }) => `${name} an eine andere Stelle ziehen`,
  moved: ({ name, place, count }) => `${name} ist jetzt ${place} von ${count}.`,
  connected: ({ names }) => `Verbunden: ${list(names)}.`,
  picker: {
    title: () => 'Konto verbinden',
    search: () => 'Netzwerke suchen',
    networks: () => 'Netzwerke',
    nothing: ({ text }) => `Kein Netzwerk heißt „${text}“.`,
    missing: () => 'Hier nicht eingerichtet',
    missingWhy: () =>
      'Diese Netzwerke brauchen App-Schlüssel, die auf diesem Belfry nicht hinterlegt sind. Wer es betreibt, hinterlegt sie so, wie docs/network-apps.md es beschreibt.',
    missingOwn: () =>
      'Diese Netzwerke brauchen die Schlüssel einer App. Sie betreiben dieses Belfry: Wählen Sie ein Netzwerk aus, um sie zu hinterlegen.',
    byName: () => 'Braucht kein Konto',
    byForm: () => 'Mit Zugangsdaten',
    bySignIn: () => 'Durch Anmeldung dort',
    byBoth: () => 'Durch Anmeldung dort oder mit Zugangsdaten',
  },
  way: {
    title: ({ network }) => `${network} verbinden`,
    titleAgain: ({ name, network }) => `${name} auf ${network} neu verbinden`,
    keys: () => 'Schlüssel der App',
    others: () => 'Alle Netzwerke',
    back: () => 'Zurück',
    signInHint: ({ network }) =>
      `Sie melden sich bei ${network} an und kommen dann hierher zurück. Belfry sieht Ihr Passwort nicht.`,
    sameAccount: ({ username }) =>
      `Melden Sie sich als @${username} an. Andere Konten nimmt Belfry nicht an, denn die Beiträge dieses Kanals gehören zu diesem Konto.`,
    goOn: ({ network }) => `Weiter zu ${network}`,
    or: () => 'oder mit Zugangsdaten',
    submit: () => 'Verbinden',
    more: () => 'Weitere Einstellungen',
    optional: ({ label }) => `${label} (freiwillig)`,
    notHere: ({ network }) =>
      `${network} kann hier noch nicht verbunden werden: Die App-Schlüssel sind nicht hinterlegt. Wer dieses Belfry betreibt, hinterlegt sie so, wie docs/network-apps.md es beschreibt.`,
    unknown: () => 'Dieses Belfry kennt dieses Netzwerk nicht.',
    notAllowed: () => 'Nur Admins und Besitzer dieses Arbeitsbereichs können Kanäle verbinden.',
  },
  choose: {
    title: () => 'Konten auswählen',
    intro: ({ network }) =>
      `Ihre Anmeldung bei ${network} gibt Zugang zu mehreren Konten. Belfry verbindet die, die Sie auswählen.`,
    one: () => 'Diese Zugangsdaten gehören zu mehreren Konten. Wählen Sie eines aus.',
    accounts: () => 'Konten',
    already: () => 'schon verbunden',
    all: () => 'Alle auswählen',
    none: () => 'Keines auswählen',
    submit: ({ count }) =>
      plural(count, { one: '1 Konto verbinden', other: `${number(count)} Konten verbinden` }),
    atLeastOne: () => 'Wählen Sie mindestens ein Konto aus.',
    search: () => 'Konten suchen',
    done: () => 'Verbunden',
    doneText: () => 'Belfry kann jetzt auf diesen Konten veröffentlichen. Sie können diese Seite schließen.',
    toChannels: () => 'Zu den Kanälen',
    again: () => 'Neu beginnen',
    elsewhere: () =>
      'Kehren Sie zu dem Programm zurück, das Sie hierher geschickt hat, und wählen Sie die Konten dort aus.',
  },
  one: {
    all: () => 'Alle Kanäle',
    gone: () => 'Dieser Kanal wurde entfernt, oder Sie dürfen ihn nicht verwenden.',
    rename: () => 'Umbenennen',
    name: () => 'Name in Belfry',
    nameHint: ({ name }) =>
      `Nur dieser Arbeitsbereich sieht ihn. Bleibt das Feld leer, gilt der Name des Kontos: ${name}`,
    save: () => 'Speichern',
    reconnectWhy: ({ network, hours }) =>
      `${network} verlangt eine neue Anmeldung. Bis dahin warten die Beiträge. Ein Beitrag, der sich um ${hoursOf(hours)} verspätet, wird nicht mehr veröffentlicht.`,
    reconnectSoon: ({ day }) =>
      `Das Netzwerk verlangt am ${day} eine neue Anmeldung. Verbinden Sie vorher neu, dann muss kein Beitrag warten.`,
    pause: () => 'Pausieren',
    resume: () => 'Fortsetzen',
    pausedWhy: ({ hours }) =>
      `Die Beiträge warten, bis Sie den Kanal fortsetzen. Beiträge, die sich dann um ${hoursOf(hours)} oder mehr verspäten, gelten als verpasst.`,
    facts: () => 'Über diesen Kanal',
    since: ({ day }) => `Verbunden seit ${day}`,
    showWaiting: () => 'Im Kalender zeigen',
  },
  done: {
    paused: ({ name }) => `${name} ist pausiert. Die Beiträge warten.`,
    resumed: ({ name }) => `${name} veröffentlicht wieder.`,
    renamed: ({ name }) => `Der Kanal heißt jetzt ${name}.`,
    removed: ({ name }) => `${name} ist entfernt.`,
    times: () => 'Sendezeiten geändert.',
    failed: ({ why }) => `Nicht gespeichert: ${why}`,
  },
  times: {
    title: () => 'Sendezeiten',
    intro: ({ zone }) =>
      `„Nächster freier Termin“ legt einen Beitrag auf die erste dieser Zeiten, zu der noch kein anderer Beitrag des Kanals geplant ist. Zeitzone: ${zone}.`,
    same: () => 'Alle Tage gleich',
    byDay: () => 'Nach Wochentag',
    kind: () => 'Tage',
    grid: () => 'Sendezeiten nach Wochentag und Stunde',
    hint: () => 'Drücken Sie auf eine Stunde, um sie zu setzen oder zu löschen.',
    hintOfKeys: () =>
      'Mit Tasten: Pfeile bewegen, die Leertaste setzt, Umschalt und ↑ ↓ verschieben die Zeit um fünf Minuten.',
    everyDay: () => 'Jeden Tag',
    cell: ({ day, hour, times }) =>
      times.length === 0 ? `${day}, ${hour}, nicht gesetzt` : `${day}, ${list(times)}`,
    dayMenu: ({ day }) => `${day}: kopieren oder leeren`,
    copyToAll: () => 'Auf alle Tage kopieren',
    copyToWeekdays: () => 'Auf Montag bis Freitag kopieren',
    copyToNext: ({ day }) => `Auf ${day} kopieren`,
    clear: () => 'Diesen Tag leeren',
    exact: () => 'Genaue Zeit',
    invalid: () => 'Geben Sie eine Uhrzeit wie 9:30 ein.',
    day: () => 'Tag',
    add: () => 'Hinzufügen',
    none: () => 'Keine Sendezeiten: „Nächster freier Termin“ geht für diesen Kanal nicht.',
    suggest: ({ times }) => `${list(times)} verwenden`,
    full: ({ limit }) => `Ein Tag hat höchstens ${limit} Sendezeiten.`,
    night: ({ from, to }) => `${from} – ${to}`,
    showNight: ({ from, to }) => `${from} – ${to}: diese Stunden zeigen`,
    line: ({ days }) =>
      days.length === 0
        ? 'Keine Sendezeiten'
        : `Sendezeiten: ${days.map(({ name, times }) => `${name} ${list(times)}`).join('; ')}`,
  },
  limits: {
    title: () => 'Grenzen dieses Kontos',
    own: () => 'dieses Kontos',
    rows: {
      'text.max': () => 'Text',
      'media.max': () => 'Dateien je Beitrag',
      'images.max': () => 'Bilder',
      'videos.max': () => 'Videos',
      'image.bytes': () => 'Größe eines Bildes',
      'video.bytes': () => 'Größe eines Videos',
      'video.seconds': () => 'Länge eines Videos',
      'alt.max': () => 'Alternativtext',
    },
    characters: ({ count }) => `${count} Zeichen`,
    bytes: ({ count }) => `${count} Byte`,
    rate: ({ most, span }) => `${posts(most)} in ${span}`,
    rateOfApp: ({ most, span }) => `${posts(most)} in ${span}, alle Kanäle dieses Belfry zusammen`,
    rates: () => 'Beiträge',
    days: ({ count }) => plural(count, { one: 'einem Tag', other: `${number(count)} Tagen` }),
    hours: ({ count }) => plural(count, { one: 'einer Stunde', other: `${number(count)} Stunden` }),
    minutes: ({ count }) => plural(count, { one: 'einer Minute', other: `${number(count)} Minuten` }),
    seconds: ({ count }) => plural(count, { one: 'einer Sekunde', other: `${number(count)} Sekunden` }),
  },
  quota: {
    title: () => 'Noch frei',
    left: ({ left, most }) => `${number(left)} von ${number(most)} frei`,
    resets: ({ moment }) => `Beginnt neu ${moment}`,
    ofApp: () => 'für alle Kanäle dieses Belfry zusammen',
    names: {
      'posts in 24 hours': () => 'Beiträge in 24 Stunden',
      'replies in 24 hours': () => 'Antworten in 24 Stunden',
      'deletions in 24 hours': () => 'Löschungen in 24 Stunden',
      'reels in 24 hours': () => 'Reels in 24 Stunden',
    },
  },
  removal: {
    act: () => 'Kanal entfernen …',
    title: ({ name }) => `${name} entfernen?`,
    why: () => 'Belfry vergisst die Anmeldung dieses Kontos. Veröffentlichte Beiträge bleiben im Netzwerk.',
    fails: ({ count, isMore }) =>
      `Für diesen Kanal geplant: ${posts(count)}${isMore ? ' oder mehr' : ''}. Was fällig wird, schlägt dort fehl. Verbindet jemand dasselbe Konto vorher wieder, kommen der Kanal und seine Beiträge zurück.`,
    back: () => 'Wenn Sie dasselbe Konto wieder verbinden, kommt der Kanal mit seinen Beiträgen zurück.',
    type: ({ username }) => `Geben Sie zur Bestätigung ${username} ein`,
    confirm: () => 'Entfernen',
  },
  credentials: {
    handle: {
      title: () => 'Handle',
      hint: () => 'Zum Beispiel alice.bsky.social. Die E-Mail-Adresse oder die DID geht auch.',
    },
    app_password: {
      title: () => 'App-Passwort',
      hint: () => 'Sie erstellen es in den Einstellungen des Netzwerks unter Datenschutz und Sicherheit.',
    },
    server: { title: () => 'Server', hint: () => 'Die Adresse des Servers, auf dem das Konto liegt.' },
    access_token: {
      title: () => 'Zugangstoken',
      hint: () =>
        'Sie erstellen es in den Einstellungen Ihres Servers unter Entwicklung, mit den Berechtigungen read, write:media und write:statuses.',
    },
    username: {
      title: () => 'Benutzername',
      hint: () =>
        'Ein beliebiger Name aus höchstens 30 Buchstaben von a bis z, Ziffern und Unterstrichen. Ein neues Konto entsteht von selbst.',
    },
    webhook_url: {
      title: () => 'Adresse des Webhooks',
      hint: () =>
        'Sie erstellen einen Webhook in den Einstellungen des Kanals unter Integrationen und kopieren seine Adresse.',
    },
    file_limit: {
      title: () => 'Größte Datei',
      hint: () => 'MiB einer Datei, wenn der Server Boosts hat und mehr als 10 erlaubt.',
    },
    bot_token: {
      title: () => 'Token des Bots',
      hint: () => 'Wie @BotFather ihn zeigt, zum Beispiel 123456789:AAH…',
    },
    chat: {
      title: () => 'Kanal oder Gruppe',
      hint: () => 'Der Name, zum Beispiel @townbells, oder die Nummer, zum Beispiel -1001234567890.',
    },
    sign_in_at: {
      title: () => 'Anmelden bei',
      hint: () =>
        'Facebook braucht eine Seite dort, mit der das Konto verknüpft ist, und erlaubt auch das Löschen von Beiträgen. Instagram braucht nur das professionelle Konto.',
    },
  },
};
