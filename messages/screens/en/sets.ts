/** Words of channel sets: channels that people choose together, by a name. */
const channels = (count: number) => `${count} ${count === 1 ? 'channel' : 'channels'}`;

export const sets = {
  title: () => 'Channel sets',
  open: () => 'Sets',
  none: () => 'No sets yet. Choose channels, then save them here under a name.',
  noneToRead: () => 'No sets yet. An owner or admin can save some.',
  count: ({ count }: { count: number }) => channels(count),
  save: () => 'Save this choice as a set …',
  name: () => 'Name of the set',
  create: () => 'Save',
  rename: ({ name }: { name: string }) => `Rename ${name}`,
  delete: ({ name }: { name: string }) => `Delete ${name}`,
  deleted: ({ name }: { name: string }) => `The set ${name} is deleted.`,
};
