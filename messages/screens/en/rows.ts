/** Words of settings that are lists of entries, and of people in pictures. */
interface Entry {
  /** What one entry is called, such as `Button`. */
  name: string;
  at: number;
}

export const rows = {
  add: ({ name }: { name: string }) => `Add ${name.toLowerCase()}`,
  row: ({ name, at, of }: Entry & { of: number }) => `${name} ${at} of ${of}`,
  up: ({ name, at }: Entry) => `Move ${name.toLowerCase()} ${at} up`,
  down: ({ name, at }: Entry) => `Move ${name.toLowerCase()} ${at} down`,
  remove: ({ name, at }: Entry) => `Remove ${name.toLowerCase()} ${at}`,
  moved: ({ name, at, to, of }: Entry & { to: number; of: number }) =>
    `${name} ${at} is now ${name.toLowerCase()} ${to} of ${of}.`,
};
