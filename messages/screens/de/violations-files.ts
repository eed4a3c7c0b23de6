/** Violations of files. */
import { nameOfType } from '@belfry/contract/type-names.ts';
import { choice, comparedBytes, count, decimal } from './amounts.ts';
import {
  characters,
  least,
  listOf,
  most,
  mostOrNone,
  type Violated,
  type ViolationWords,
} from './violation-words.ts';

const pixels = (value: number) => count(value, 'Pixel', 'Pixel');
const seconds = (value: number) => count(value, 'Sekunde', 'Sekunden');
const files = (value: number) => count(value, 'Datei', 'Dateien');
const post = 'dieser Beitrag hat';
const moving = 'dieses bewegte Bild hat';

function heavy(allowed: string, subject: string): ViolationWords[string] {
  return ({ network, measured, limit }) => {
    const [may, has] = comparedBytes(Number(limit), Number(measured));
    return `${network} erlaubt ${allowed} bis ${may}; ${subject} ${has}.`;
  };
}

function oneOf(subject: string): ViolationWords[string] {
  return ({ network, measured, limit }) =>
    `${network} nimmt ${choice(listOf(limit).map(nameOfType))} an; ${subject} ${nameOfType(String(measured))}.`;
}

/** Between two numbers, or at most one to a number. */
function ratio(subject: string): ViolationWords[string] {
  return ({ network, measured, limit }) => {
    if (!Array.isArray(limit))
      return `${network} erlaubt Seiten im Verhältnis von höchstens 1 zu ${decimal(Number(limit))}; ${subject} hat 1 zu ${decimal(Number(measured))}.`;
    const [narrowest = 0, widest = 0] = limit.map(Number);
    return `${network} braucht eine Breite vom ${decimal(narrowest)}- bis ${decimal(widest)}-Fachen der Höhe; ${subject} hat das ${decimal(Number(measured))}-Fache.`;
  };
}

const kinds = { image: 'dieses Bild', video: 'dieses Video' } as const;

const ofBoth = Object.entries(kinds).flatMap(([kind, subject]): [string, ViolationWords[string]][] => {
  const genitive = `die längere Seite ${subject === kinds.image ? 'dieses Bildes' : 'dieses Videos'} hat`;
  return [
    [`${kind}.types`, oneOf(`${subject} ist`)],
    [`${kind}.bytes`, heavy(kind === 'image' ? 'Bilder' : 'Videos', `${subject} hat`)],
    [`${kind}.pixels`, most(pixels, `${subject} hat`)],
    [`${kind}.side`, most(pixels, genitive)],
    [`${kind}.min_side`, least(pixels, genitive.replace('längere', 'kürzere'))],
    [`${kind}.ratio`, ratio(subject)],
  ];
});

function mixed({ network, field }: Violated): string {
  return field === 'settings.link_card'
    ? `${network} erlaubt in einem Beitrag entweder Medien oder eine Linkvorschau, nicht beides.`
    : `${network} erlaubt in einem Beitrag entweder Bilder oder ein Video, nicht beides.`;
}

export const fileViolations: ViolationWords = {
  ...Object.fromEntries(ofBoth),
  'media.max': mostOrNone(files, post, 'keine Dateien'),
  'media.min': least(files, post),
  'media.bytes': heavy('Dateien von zusammen', 'die Dateien dieses Beitrags haben'),
  'media.mixed': mixed,
  'media.gif': ({ network }) => `${network} zeigt ein bewegtes GIF nur allein, ohne andere Dateien.`,
  'media.shape': ({ network }) =>
    `${network} braucht in einem Karussell Bilder von einer Form; diese sind verschieden.`,
  'images.max': mostOrNone((value) => count(value, 'Bild', 'Bilder'), post, 'keine Bilder'),
  'videos.max': mostOrNone((value) => count(value, 'Video', 'Videos'), post, 'keine Videos'),
  'animated.bytes': heavy('bewegte Bilder', 'dieses hat'),
  'animated.frames': most((value) => count(value, 'Einzelbild', 'Einzelbilder'), moving),
  'animated.pixels': most((value) => `${pixels(value)} in allen Einzelbildern zusammen`, moving),
  'image.size': ({ network, limit }) =>
    `${network} erlaubt mehr als ${count(Number(limit), 'Bild', 'Bilder')} nur, wenn ihre Maße bekannt sind; die Maße dieses Bildes sind es nicht.`,
  'image.sides': most((value) => `${pixels(value)} für Breite und Höhe zusammen`, 'dieses Bild hat'),
  'video.width': most((value) => `${pixels(value)} Breite`, 'dieses Video hat'),
  'video.seconds': ({ network, measured, limit }) =>
    `${network} erlaubt Videos bis ${seconds(Number(limit))}; dieses dauert ${decimal(Number(measured))}.`,
  'video.min_seconds': ({ network, measured, limit }) =>
    `${network} erlaubt Videos ab ${seconds(Number(limit))}; dieses dauert ${decimal(Number(measured))}.`,
  'video.fps': ({ network, measured, limit }) => {
    const [slowest = 0, fastest = 0] = listOf(limit).map((one) => decimal(Number(one)));
    return `${network} braucht ${slowest} bis ${fastest} Bilder je Sekunde; dieses Video hat ${decimal(Number(measured))}.`;
  },
  'video.codecs': oneOf('dieses Video ist'),
  'audio.codecs': oneOf('der Ton dieses Videos ist'),
  'alt.max': most((value) => `${characters(value)} Alternativtext`, 'dieser hat'),
};
