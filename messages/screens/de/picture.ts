import type { picture as en } from '../en/picture.ts';

const number = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 2 });
const size = ({ width, height }: { width: number; height: number }) =>
  `${number(width)} × ${number(height)} Pixel`;

/** `1:03,50` */
const clock = (seconds: number) => {
  const all = Math.round(seconds * 100);
  return `${Math.floor(all / 6000)}:${((all % 6000) / 100).toFixed(2).padStart(5, '0').replace('.', ',')}`;
};

export const picture: typeof en = {
  crop: () => 'Zuschneiden und drehen',
  cropOf: ({ name }) => `${name} zuschneiden und drehen`,
  loading: () => 'Das Bild wird geladen …',
  size,
  area: (measured) => `Ausschnitt: ${size(measured)}`,
  keys: () => 'Pfeiltasten verschieben den Ausschnitt, + und − ändern seine Größe.',
  shape: () => 'Form',
  free: () => 'Frei',
  original: () => 'Original',
  ratio: ({ width, height }) => `${number(width)}:${number(height)}`,
  rotate: () => 'Nach rechts drehen',
  use: () => 'Dieses Bild verwenden',
  saving: () => 'Wird hochgeladen …',
  failed: () =>
    'Dieser Browser kann die Datei nicht bearbeiten. Ändern Sie sie in einem anderen Programm, und fügen Sie die neue hinzu.',
  replaced: ({ name }) => `${name} ist in diesem Beitrag geändert. Die Mediathek behält das Original.`,
  frame: () => 'Standbild wählen',
  frameLoading: () => 'Das Video wird geladen …',
  frameFailed: () =>
    'Dieser Browser kann das Video nicht abspielen. Darum können Sie hier kein Standbild wählen.',
  frameKeys: () => 'Pfeiltasten gehen eine Sekunde vor oder zurück, mit Umschalt ein Bild.',
  frameBack: () => 'Ein Bild zurück',
  frameOn: () => 'Ein Bild weiter',
  moment: () => 'Stelle im Video',
  clock: ({ seconds }) => clock(seconds),
  seconds: ({ seconds }) => `${number(seconds)} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`,
  takeFrame: () => 'Dieses Standbild verwenden',
  frameAt: ({ seconds }) => `Standbild bei ${clock(seconds)}`,
  frameNeedsVideo: () => 'Fügen Sie ein Video hinzu, um eines seiner Bilder zu wählen.',
  captions: () => 'Untertitel',
  captionsOf: ({ name }) => `Untertitel von ${name}`,
  captionsIn: ({ languages }) => `Untertitel: ${languages.join(', ')}`,
  undoLate: () =>
    'Der Beitrag ist geschlossen, darum wurde nichts rückgängig gemacht. Das Original ist in der Mediathek.',
};
