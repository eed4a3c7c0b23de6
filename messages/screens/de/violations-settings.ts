/** Violations of settings. */
import { nameOfType } from '@belfry/contract/type-names.ts';
import { choice, comparedBytes, count, decimal } from './amounts.ts';
import { characters, listOf, most, type Violated, type ViolationWords } from './violation-words.ts';

const formats: Readonly<Record<string, readonly [one: string, withMany: string]>> = {
  feed: ['ein Beitrag im Feed', 'Beiträgen im Feed'],
  carousel: ['ein Karussell', 'Karussells'],
  video: ['ein Video', 'Videos'],
  reel: ['ein Reel', 'Reels'],
  story: ['eine Story', 'Storys'],
};

function onlyInFormats({ network, measured, limit }: Violated): string {
  if (measured === 'photos')
    return `${network} zeigt entweder einen Link als Vorschau oder Fotos; dieser Beitrag hat beides.`;
  const allowed = listOf(limit).map((one) => formats[one]?.[1] ?? one);
  return `${network} hat diese Einstellung nur bei ${choice(allowed)}; dies ist ${formats[measured]?.[0] ?? measured}.`;
}

/** By the setting that does not fit its place. */
const places: Readonly<Record<string, string>> = {
  'settings.thread_id':
    'Ein Beitrag bekommt entweder einen Titel, für einen neuen Forenbeitrag, oder einen Thread, nicht beides.',
  'settings.reply_to': 'Ein neuer Forenbeitrag kann keine Antwort sein.',
  'settings.applied_tags': 'Tags gibt es nur für einen neuen Forenbeitrag, und der braucht einen Titel.',
  'settings.poll': 'Ein neuer Forenbeitrag braucht neben der Umfrage einen Text oder eine Datei.',
  'settings.crosspost': 'Dieser Kanal ist kein Ankündigungskanal und hat keine Follower.',
};

function place({ network, field, params }: Violated): string {
  if (params['is'] === 'forum')
    return 'Dieser Kanal ist ein Forum: Ein neuer Beitrag braucht einen Titel oder einen Thread.';
  if (params['is'] === 'no_forum') return 'Dieser Kanal ist kein Forum und hat keine Titel.';
  return places[field] ?? `${network} erlaubt diese Einstellung hier nicht.`;
}

const again = 'Verbinden Sie den Kanal neu, und erlauben Sie dabei alles, wonach gefragt wird.';

const noComments = ({ network }: Violated) =>
  `Diese Anmeldung bei ${network} darf keine Kommentare schreiben. ${again}`;

const ofApp =
  (act: string): ViolationWords[string] =>
  ({ network }) =>
    `Diese Anmeldung darf ${act}. Die App des Betreibers muss das Recht dazu von ${network} bekommen; verbinden Sie dann den Kanal neu.`;

const coverType = ({ network, measured, limit }: Violated) =>
  `${network} nimmt ${choice(listOf(limit).map(nameOfType))} als Titelbild an; diese Datei ist ${nameOfType(String(measured))}.`;

export const settingViolations: ViolationWords = {
  'format.setting': onlyInFormats,
  place,
  'thread.target': place,
  'username.words': ({ network, measured }) =>
    `${network} erlaubt „${measured}“ im Namen eines Absenders nicht.`,

  'warning.max': most(
    (value) => `${characters(value)} in einer Inhaltswarnung auf diesem Server`,
    'diese hat',
  ),
  'visibility.direct': () =>
    'Dieser Server läuft mit Pixelfed. Er hat keine Beiträge nur für erwähnte Personen.',
  'quote.mention': ({ network }) =>
    `${network} erlaubt ein Zitat in einem Beitrag für erwähnte Personen nur, wenn er auch den Verfasser des zitierten Beitrags erwähnt.`,

  'comment.scope': noComments,
  'comment.kids': ({ network }) => `${network} erlaubt unter Videos für Kinder keine Kommentare.`,
  'comment.private': ({ network }) => `${network} erlaubt unter privaten Videos keine Kommentare.`,
  'scopes.post': ofApp('keine Beiträge veröffentlichen'),
  'scopes.comment': ofApp('keine Kommentare schreiben'),
  'scope.missing': ({ params }) =>
    `Der Kanal wurde ohne das Recht verbunden, ${params['scope'] === 'video.upload' ? 'Entwürfe zu senden' : 'sofort zu veröffentlichen'}. Verbinden Sie ihn neu, und erlauben Sie das, oder veröffentlichen Sie auf die andere Art.`,
  'sign_in.scope': () => `Diese Anmeldung darf das nicht. ${again}`,

  'privacy.unaudited': ({ network }) =>
    `${network} hat die App dieser Installation nicht geprüft. Darum gehen nur die Sichtbarkeit „Nur das Konto selbst“ und Entwürfe.`,
  'privacy.branded': ({ network }) =>
    `${network} erlaubt keine bezahlte Partnerschaft in einem Beitrag, den nur das Konto selbst sieht.`,

  'title.min': ({ network }) =>
    `${network} braucht einen Titel oder einen Text, dessen erste Zeile der Titel sein kann.`,
  'title.max': most((value) => `${characters(value)} im Titel`, 'dieser hat'),
  'title.video': ({ network }) => `${network} erlaubt einen Titel nur bei einem Video oder einem Dokument.`,
  'title.document': () => 'Ein Dokument braucht einen Titel.',
  'tags.max': most((value) => `${characters(value)} in allen Tags zusammen`, 'diese haben'),
  'link.missing': () => 'Dazu fehlt die Adresse des Links.',
  'tag.place': ({ measured, limit }) =>
    Number(measured) >= Number(limit)
      ? `Die Markierung nennt Datei ${decimal(Number(measured) + 1)}, die es in diesem Beitrag nicht gibt.`
      : 'Eine Person in einem Bild braucht eine Stelle (x und y).',

  'cover.type': coverType,
  'cover.types': coverType,
  'cover.kind': ({ network }) => `${network} nimmt als Titelbild nur ein Bild an.`,
  'cover.bytes': ({ network, measured, limit }) => {
    const [may, has] = comparedBytes(Number(limit), Number(measured));
    return `${network} erlaubt Titelbilder bis ${may}; dieses hat ${has}.`;
  },
  'cover.both': ({ network }) =>
    `${network} nimmt das Titelbild entweder aus einer Datei oder aus dem Video, nicht beides.`,
  'cover.photo': ({ network, measured, limit }) =>
    `${network} braucht ${Number(limit) === 1 ? 'das eine Foto' : `eines der ${count(Number(limit), 'Foto', 'Fotos')}`} als Titelbild, gezählt ab 0; hier steht ${decimal(Number(measured))}.`,
  'cover.video': ({ network, limit, unit }) =>
    unit === 'milliseconds'
      ? `${network} braucht als Titelbild einen Moment des Videos; es dauert ${count(Number(limit) / 1000, 'Sekunde', 'Sekunden')}.`
      : `${network} zeigt ein Titelbild nur bei einem Video.`,
};
