/** Words of the thread in which members talk about a post. Networks never see it. */
const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;

export const comments = {
  title: () => 'Comments',
  /** Of the tab. */
  unread: ({ count }: { count: number }) => `${count} unread`,
  empty: () => 'Talk about this post here. Only people of this workspace see it.',
  cut: () => 'Only the latest 500 comments are shown.',
  new: () => 'New',
  approved: ({ name }: { name: string }) => `${name} approved`,
  rejected: ({ name }: { name: string }) => `${name} rejected`,
  edited: () => 'edited',
  edit: () => 'Edit',
  delete: () => 'Delete',
  deleted: () => 'The comment is deleted.',
  write: () => 'Write a comment',
  change: () => 'Change your comment',
  placeholder: () => 'Comment, or mention somebody with @',
  send: () => 'Comment',
  save: () => 'Save',
  members: () => 'Members to mention',
  left: ({ count }: { count: number }) =>
    count < 0 ? `${characters(-count)} too many` : `${characters(count)} left`,
};
