import type { person as en } from '../en/person.ts';

export const person: typeof en = {
  groups: { theme: () => 'Farben', language: () => 'Sprache' },
  keys: () => 'Alle Tasten zeigen',
};
