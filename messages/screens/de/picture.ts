import type { picture as en } from '../en/picture.ts';

const number = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 2 });
const size = ({ width, height }: { width: number; height: number }) =>
  `${number(width)} × ${number(height)} Pixel`;

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
  undoLate: () =>
    'Der Beitrag ist geschlossen, darum wurde nichts rückgängig gemacht. Das Original ist in der Mediathek.',
};
