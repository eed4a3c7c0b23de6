import type { labels as en } from '../en/labels.ts';

export const labels: typeof en = {
  title: () => 'Labels',
  add: () => 'Label',
  search: () => 'Label finden oder anlegen',
  none: () => 'Noch keine Labels. Geben Sie einen Namen ein, um eines anzulegen.',
  create: ({ name }) => `„${name}“ anlegen`,
  color: () => 'Farbe des neuen Labels',
  onSome: () => 'an einigen',
  most: () => 'Ein Beitrag hat höchstens 20 Labels.',
  colors: {
    red: () => 'Rot',
    orange: () => 'Orange',
    yellow: () => 'Gelb',
    green: () => 'Grün',
    teal: () => 'Türkis',
    blue: () => 'Blau',
    purple: () => 'Violett',
    gray: () => 'Grau',
  },
};
