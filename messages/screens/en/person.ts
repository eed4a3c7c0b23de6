/** Words of the person's menu that the frame does not have. */
export const person = {
  groups: { theme: () => 'Colours', language: () => 'Language' },
  keys: () => 'Show all keys',
};
