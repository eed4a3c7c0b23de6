import type { rows as en } from '../en/rows.ts';

const percent = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 1 });
const placed: typeof en.placed = ({ x, y }) => `${percent(x)} % von links, ${percent(y)} % von oben`;

export const rows: typeof en = {
  add: ({ name }) => `${name} hinzufügen`,
  row: ({ name, at, of }) => `${name} ${at} von ${of}`,
  up: ({ name, at }) => `${name} ${at} nach oben`,
  down: ({ name, at }) => `${name} ${at} nach unten`,
  remove: ({ name, at }) => `${name} ${at} entfernen`,
  moved: ({ name, at, to, of }) => `${name} ${at} ist jetzt ${name} ${to} von ${of}.`,
  percent: ({ name }) => `${name} (%)`,
  file: ({ at, name }) => `${at}: ${name}`,
  pictures: () => 'Bilder des Beitrags',
  needsPicture: () => 'Fügen Sie dem Beitrag ein Bild hinzu, und Sie können Personen darauf markieren.',
  place: () =>
    'Klicken Sie im Bild auf eine Person. Ziehen Sie eine Markierung, oder verschieben Sie sie mit den Pfeiltasten.',
  placed,
  mark: ({ title, at, name, ...place }) =>
    `${title} ${at}${name === '' ? '' : `, ${name}`}: ${placed(place)}`,
};
