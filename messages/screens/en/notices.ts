/** Words of the list of notices. The notices themselves come from the service. A browser loads them when it opens. */
export const notices = {
  title: () => 'Notices',
  empty: () => 'Nothing has happened that you must know.',
  readAll: () => 'Mark all as read',
  read: ({ title }: { title: string }) => `Mark as read: ${title}`,
  unread: () => 'Unread',
  more: () => 'Show older notices',
};
