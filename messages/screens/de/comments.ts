import type { comments as en } from '../en/comments.ts';

export const comments: typeof en = {
  title: () => 'Kommentare',
  unread: ({ count }) => `${count} ungelesen`,
  empty: () => 'Sprechen Sie hier über den Beitrag. Nur Mitglieder dieses Arbeitsbereichs sehen es.',
  cut: () => 'Nur die neuesten 500 Kommentare sind zu sehen.',
  new: () => 'Neu',
  approved: ({ name }) => `${name} hat freigegeben`,
  rejected: ({ name }) => `${name} hat abgelehnt`,
  edited: () => 'bearbeitet',
  edit: () => 'Bearbeiten',
  delete: () => 'Löschen',
  deleted: () => 'Der Kommentar ist gelöscht.',
  write: () => 'Kommentar schreiben',
  change: () => 'Kommentar ändern',
  placeholder: () => 'Kommentieren, mit @ jemanden erwähnen',
  send: () => 'Kommentieren',
  save: () => 'Speichern',
  members: () => 'Mitglieder zum Erwähnen',
  left: ({ count }) => (count < 0 ? `${-count} Zeichen zu viel` : `Noch ${count} Zeichen`),
};
