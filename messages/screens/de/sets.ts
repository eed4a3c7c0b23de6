import type { sets as en } from '../en/sets.ts';

const channels = (count: number) => `${count} ${count === 1 ? 'Kanal' : 'Kanäle'}`;

export const sets: typeof en = {
  title: () => 'Kanalgruppen',
  open: () => 'Gruppen',
  none: () => 'Noch keine Gruppen. Wählen Sie Kanäle, und speichern Sie sie hier unter einem Namen.',
  noneToRead: () => 'Noch keine Gruppen. Eigentümer und Admins können welche speichern.',
  count: ({ count }) => channels(count),
  save: () => 'Diese Auswahl als Gruppe speichern …',
  name: () => 'Name der Gruppe',
  create: () => 'Speichern',
  rename: ({ name }) => `${name} umbenennen`,
  delete: ({ name }) => `${name} löschen`,
  deleted: ({ name }) => `Die Gruppe ${name} ist gelöscht.`,
};
