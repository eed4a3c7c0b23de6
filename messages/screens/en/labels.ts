/** Words of labels, which people put on posts. Networks never see them. */
export const labels = {
  title: () => 'Labels',
  add: () => 'Label',
  search: () => 'Find or create a label',
  none: () => 'No labels yet. Type a name to create one.',
  create: ({ name }: { name: string }) => `Create “${name}”`,
  color: () => 'Colour of the new label',
  /** After a label, where several posts are labelled. */
  onSome: () => 'on some of them',
  most: () => 'A post has at most 20 labels.',
  colors: {
    red: () => 'Red',
    orange: () => 'Orange',
    yellow: () => 'Yellow',
    green: () => 'Green',
    teal: () => 'Teal',
    blue: () => 'Blue',
    purple: () => 'Purple',
    gray: () => 'Grey',
  },
};
