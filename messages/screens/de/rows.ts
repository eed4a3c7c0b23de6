import type { rows as en } from '../en/rows.ts';

export const rows: typeof en = {
  add: ({ name }) => `${name} hinzufügen`,
  row: ({ name, at, of }) => `${name} ${at} von ${of}`,
  up: ({ name, at }) => `${name} ${at} nach oben`,
  down: ({ name, at }) => `${name} ${at} nach unten`,
  remove: ({ name, at }) => `${name} ${at} entfernen`,
  moved: ({ name, at, to, of }) => `${name} ${at} ist jetzt ${name} ${to} von ${of}.`,
};
