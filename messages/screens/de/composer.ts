import type { composer as en } from '../en/composer.ts';

const number = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 2 });
const count = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;

const units: Record<string, readonly [one: string, many: string]> = {
  bytes: ['Byte', 'Bytes'],
  files: ['Datei', 'Dateien'],
  images: ['Bild', 'Bilder'],
  videos: ['Video', 'Videos'],
  links: ['Link', 'Links'],
  hashtags: ['Hashtag', 'Hashtags'],
  mentions: ['Erwähnung', 'Erwähnungen'],
  pixels: ['Pixel', 'Pixel'],
  seconds: ['Sekunde', 'Sekunden'],
};
const characters = ['Zeichen', 'Zeichen'] as const;

const sized = (value: unknown, unit: string) => {
  if (typeof value !== 'number') return String(value);
  if (unit === 'bytes' && value >= 1_000_000) return `${number(value / 1_000_000)} MB`;
  const [one, many] = units[unit] ?? characters;
  return count(value, one, many);
};

export const composer: typeof en = {
  title: () => 'Neuer Beitrag',
  titleOf: ({ state }) => state,
  to: () => 'An',
  chooseChannels: () => 'Kanäle dieses Beitrags',
  addChannel: () => 'Kanal',
  searchChannels: () => 'Kanäle suchen',
  noChannelFound: () => 'Kein Kanal heißt so.',
  noChannels: () => 'Ein Beitrag braucht ein Ziel.',
  trySandbox: () => 'Sandbox ausprobieren',
  connect: () => 'Kanal verbinden',
  versions: () => 'Fassungen des Textes',
  all: () => 'Alle',
  ownText: () => 'eigener Text',
  text: () => 'Text',
  textFor: ({ channel }) => `Text für ${channel}`,
  placeholder: () => 'Was sollen die Leute lesen?',
  common: () =>
    'Dieser Kanal verwendet den gemeinsamen Text. Was Sie hier schreiben, gilt nur für diesen Kanal.',
  backToCommon: () => 'Zurück zum gemeinsamen Text',
  left: ({ count: value }) => `noch ${number(value)} Zeichen`,
  over: ({ count: value }) => `${number(value)} Zeichen zu viel`,

  saved: ({ time }) => `Gespeichert ${time}`,
  saving: () => 'Wird gespeichert …',
  unsaved: () => 'Noch nichts geschrieben',
  device: () => 'Nur auf diesem Gerät',
  deviceHint: () =>
    'Der Dienst antwortet nicht. Ihr Text ist hier sicher und wird gesendet, sobald er wieder antwortet.',
  lost: () => 'Nicht gespeichert: Dieser Browser behält nichts. Schließen Sie die Seite nicht.',
  notLive: ({ time }) => `Ihre Änderungen sind noch nicht übernommen · gesichert ${time}`,
  discard: () => 'Verwerfen',
  othersHaveChanges: ({ name, time }) => `${name} hat seit ${time} nicht übernommene Änderungen`,
  refused: () => 'Der Dienst hat diesen Text nicht angenommen.',
  first: () =>
    'Ändern Sie die Zeile, wenn Sie möchten, und veröffentlichen Sie sie. Sie erscheint in der Sandbox, wo niemand sonst sie sieht.',
  keptText: ({ time }) => `Ein Text von ${time} wurde nie gespeichert.`,
  takeUp: () => 'Weiterschreiben',
  more: () => 'Mehr',
  deletePost: () => 'Löschen',
  deleteDraft: () => 'Diesen Entwurf löschen',
  makeDraft: () => 'Zurück zum Entwurf',
  saveNow: () => 'Jetzt speichern',

  when: () => 'Wann',
  now: () => 'Jetzt',
  inSeconds: ({ count: value }) => `In ${count(value, 'Sekunde', 'Sekunden')}`,
  pickTime: () => 'Zeit wählen',
  nextSlot: () => 'Nächster freier Platz',
  nextSlotAt: ({ time }) => `Nächster freier Platz: ${time}`,
  noSlots: () => 'Noch keine Sendezeiten',
  timeField: () => 'Tag und Uhrzeit',
  timeHint: () => 'Zum Beispiel „fr 17“, „morgen 9:30“, „10.12. 8 Uhr“',
  timeUnknown: () => 'Belfry kann diese Zeit nicht lesen.',
  timePast: () => 'Diese Zeit ist vorbei. Wählen Sie eine spätere oder „Jetzt“.',
  timeSkipped: ({ asked, time }) =>
    `An diesem Tag werden die Uhren vorgestellt, ${asked} gibt es nicht. Der Beitrag erscheint um ${time}.`,
  timeRepeated: ({ time, earlier, later }) =>
    `An diesem Tag werden die Uhren zurückgestellt, ${time} kommt zweimal. Wählen Sie ${earlier} oder ${later}.`,
  earlier: ({ offset }) => `die erste, ${offset}`,
  later: ({ offset }) => `die zweite, ${offset}`,
  zone: ({ zone, offset }) => `${zone}, ${offset}`,
  setTime: () => 'Zeit übernehmen',
  noTime: () => 'Ohne Zeit',
  month: () => 'Tage',
  previousMonth: () => 'Vorheriger Monat',
  nextMonth: () => 'Nächster Monat',
  load: ({ count: value }) => (value === 0 ? 'keine Beiträge' : count(value, 'Beitrag', 'Beiträge')),
  freeSlots: () => 'Freie Plätze',
  lastUsed: () => 'Zuletzt verwendet',

  act: {
    choose: () => 'Planen …',
    now: () => 'Jetzt veröffentlichen',
    schedule: ({ time }) => `Planen für ${time}`,
    slot: ({ time }) => `Planen für ${time}`,
    slotUnknown: () => 'Auf den nächsten freien Platz planen',
    ask: () => 'Freigabe erbitten',
    update: () => 'Aktualisieren',
    updateAndAsk: () => 'Aktualisieren und erneut um Freigabe bitten',
    again: ({ channels }) => `Erneut versuchen: ${channels}`,
  },
  approvalEnds: ({ name, day }) => `Die Freigabe von ${name} vom ${day} endet mit dieser Änderung.`,
  startsIn: ({ count: value }) =>
    `Der Beitrag erscheint ${count(value, 'Sekunde', 'Sekunden')} nach dem Klick. Bis dahin können Sie ihn anhalten.`,
  doubt: ({ channels }) =>
    `${channels} zeigt diesen Beitrag vielleicht schon. Sehen Sie zuerst dort nach: Sonst erscheint er womöglich doppelt.`,
  sendAgain: () => 'Er ist nicht da: erneut senden',
  publishesIn: ({ count: value }) => `Erscheint in ${count(value, 'Sekunde', 'Sekunden')}`,
  stop: () => 'Anhalten',
  stopped: () => 'Angehalten. Der Beitrag ist wieder ein Entwurf.',

  problems: ({ count: value }) => count(value, 'Problem', 'Probleme'),
  hasProblem: () => 'hat ein Problem',
  goToProblem: () => 'Problem zeigen',
  good: ({ networks }) => `Bereit für ${networks}.`,
  fix: {
    split: () => 'In einen Thread aufteilen',
    own: ({ network }) => `Eigener Text für ${network}`,
    trim: () => 'Den Rest abschneiden',
    firstFiles: ({ count: value }) => `Nur die ersten ${number(value)} behalten`,
    onlyImages: () => 'Nur die Bilder behalten',
    removeFile: () => 'Diese Datei weglassen',
    write: () => 'Etwas schreiben',
    addMedia: () => 'Medien hinzufügen',
    alt: () => 'Alternativtext kürzen',
    setting: () => 'Einstellung zeigen',
  },
  violation: (network, rule, unit, { measured, limit }) => {
    const has = sized(measured, unit);
    const may = sized(limit, unit);
    const most = `${network} nimmt höchstens ${may} an; hier sind es ${has}.`;
    const sentences: Record<string, string> = {
      'content.required': `${network} braucht Text oder Medien.`,
      'text.max': most,
      'text.max_bytes': most,
      'text.links': most,
      'text.hashtags': most,
      'text.mentions': most,
      'text.min': `${network} braucht in jedem Teil Text.`,
      'media.max': most,
      'images.max': most,
      'videos.max': most,
      'media.min': `${network} braucht mindestens ${may}; hier sind es ${has}.`,
      'media.bytes': `${network} nimmt zusammen höchstens ${may} an; diese Dateien haben ${has}.`,
      'media.mixed': `${network} nimmt entweder Bilder oder ein Video an, nicht beides.`,
      'image.types': `${network} nimmt Bilder dieser Art nicht an.`,
      'video.types': `${network} nimmt Videos dieser Art nicht an.`,
      'image.bytes': `${network} nimmt Bilder bis ${may} an; dieses hat ${has}.`,
      'animated.bytes': `${network} nimmt bewegte Bilder bis ${may} an; dieses hat ${has}.`,
      'video.bytes': `${network} nimmt Videos bis ${may} an; dieses hat ${has}.`,
      'video.seconds': `${network} nimmt Videos bis ${may} an; dieses dauert ${has}.`,
      'video.min_seconds': `${network} nimmt Videos ab ${may} an; dieses dauert ${has}.`,
      'alt.max': `${network} nimmt Alternativtexte bis ${may} an; dieser hat ${has}.`,
    };
    return sentences[rule];
  },

  media: {
    name: () => 'Medien',
    add: () => 'Medien hinzufügen',
    drop: () => 'Dateien hier ablegen',
    choose: () => 'Dateien wählen',
    library: () => 'Aus der Mediathek',
    libraryEmpty: () => 'Die Mediathek ist leer. Wählen Sie Dateien von diesem Gerät.',
    libraryMore: () => 'Mehr zeigen',
    addChosen: ({ count: value }) =>
      value === 0 ? 'Hinzufügen' : `${count(value, 'Datei', 'Dateien')} hinzufügen`,
    file: ({ at, name }) => `Datei ${at}: ${name}`,
    alt: () => 'Alternativtext',
    altFor: ({ name }) => `Alternativtext von ${name}`,
    altHint: () => 'Sagt Menschen, die das Bild nicht sehen können, was es zeigt.',
    altMissing: ({ count: value, of }) => `Alternativtext: ${of - value} von ${of}`,
    altAdd: () => 'Alternativtext schreiben',
    altDone: () => 'ALT',
    remove: ({ name }) => `${name} entfernen`,
    before: ({ name }) => `${name} nach vorn`,
    after: ({ name }) => `${name} nach hinten`,
    moved: ({ name, at, of }) => `${name} ist jetzt ${at} von ${of}.`,
    progress: ({ percent }) => `${percent} %`,
    failed: ({ name }) => `${name} ist nicht angekommen.`,
    retry: () => 'Erneut versuchen',
    ownFiles: () => 'eigene Dateien',
    own: () => 'Andere Dateien für diesen Kanal',
    backToCommon: () => 'Zurück zu den gemeinsamen Dateien',
    video: () => 'Video',
    refusedType: ({ name }) => `${name} ist weder ein Bild noch ein Video.`,
  },

  thread: {
    part: ({ at, of }) => `Teil ${at} von ${of}`,
    add: () => 'Teil hinzufügen',
    remove: ({ at }) => `Teil ${at} entfernen`,
    up: ({ at }) => `Teil ${at} nach oben`,
    down: ({ at }) => `Teil ${at} nach unten`,
    hint: () =>
      'Zwei Leerzeilen beginnen einen Teil. Die Rücktaste an seinem Anfang verbindet ihn mit dem Teil davor.',
  },

  settings: {
    title: ({ channel }) => `Einstellungen für ${channel}`,
    none: () => '–',
    add: () => 'Hinzufügen',
    remove: () => 'Entfernen',
    list: () => 'Ein Eintrag je Zeile',
    json: () => 'JSON',
    jsonWrong: () => 'Das ist kein gültiges JSON.',
    unknown: ({ name }) => `Belfry zeigt „${name}“ so, wie es gespeichert ist.`,
    options: () => 'Wählen',
    optionsFailed: () => 'Das Netzwerk nennt seine Werte gerade nicht. Geben Sie die Kennung ein.',
    chooseImage: () => 'Bild wählen',
  },

  preview: {
    title: () => 'Vorschau',
    of: () => 'Vorschau für',
    light: () => 'Hell',
    dark: () => 'Dunkel',
    theme: () => 'Farben',
    width: () => 'Breite',
    phone: () => 'Telefon',
    wide: () => 'Breit',
    now: () => 'jetzt',
    more: () => 'mehr',
    nothing: () => 'Wählen Sie einen Kanal, um zu sehen, was seine Leser sehen.',
    empty: () => 'Hier erscheint Ihr Text.',
    folded: ({ network }) => `${network} verbirgt den Rest hinter „mehr“.`,
    differs: ({ network }) => `Apps und Server von ${network} unterscheiden sich im Einzelnen.`,
    refused: ({ network }) => `${network} würde das ablehnen.`,
    unknown: ({ network }) => `Diese Fassung der App weiß nicht, wie ${network} Beiträge zeigt.`,
    alt: () => 'ALT',
    pictures: ({ at, of }) => `${at} von ${of}`,
    write: () => 'Schreiben',
  },

  conflict: {
    other: ({ name, time }) => `${name} hat den Beitrag um ${time} geändert.`,
    own: ({ time }) =>
      `Der Beitrag wurde um ${time} an anderer Stelle geändert, in einem anderen Tab oder auf einem anderen Gerät.`,
    compare: () => 'Vergleichen',
    title: () => 'Zwei Fassungen dieses Beitrags',
    mine: () => 'Ihre, auf dieser Seite',
    theirs: ({ name }) => `Die von ${name}`,
    theirsOwn: () => 'Die andere',
    takeMine: () => 'Diese Fassung nehmen',
    takeTheirs: () => 'Diese Fassung nehmen',
    takeText: () => 'Nur diesen Text nehmen',
    hint: () =>
      'Nehmen Sie eine der Fassungen oder nur den Text der anderen. Bis Sie wählen, wird nichts gelöscht.',
    channels: ({ count: value }) => count(value, 'Kanal', 'Kanäle'),
    files: ({ count: value }) => count(value, 'Datei', 'Dateien'),
    empty: () => 'Kein Text',
  },

  signedOut: {
    title: () => 'Ihre Anmeldung ist abgelaufen',
    hint: () =>
      'Ihr Text bleibt auf diesem Gerät. Melden Sie sich an und schreiben Sie weiter, wo Sie waren.',
    other: () =>
      'Jemand anderes hat sich angemeldet. Der Text bleibt auf diesem Gerät für die Person, die ihn geschrieben hat.',
  },
  notEditable: () => 'Veröffentlichte Beiträge können hier nicht geändert werden.',
  beingPublished: () => 'Dieser Beitrag wird gerade veröffentlicht und kann jetzt nicht geändert werden.',
  toPost: () => 'Beitrag öffnen',
  useAgain: () => 'Erneut verwenden',
};
