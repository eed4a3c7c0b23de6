import type { notices as en } from '../en/notices.ts';

export const notices: typeof en = {
  title: () => 'Benachrichtigungen',
  empty: () => 'Es ist nichts geschehen, das Sie wissen müssen.',
  readAll: () => 'Alle gelesen',
  read: ({ title }) => `Als gelesen markieren: ${title}`,
  unread: () => 'Ungelesen',
  more: () => 'Ältere Benachrichtigungen zeigen',
};
