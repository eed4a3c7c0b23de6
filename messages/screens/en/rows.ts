/** Words of settings that are lists of entries, and of people in pictures. */
interface Entry {
  /** What one entry is called, such as `Button`. */
  name: string;
  at: number;
}

/** Percent of the picture’s sides. */
interface Place {
  x: number;
  y: number;
}

/** Percent in English: `12.5`. */
const percent = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });
const placed = ({ x, y }: Place) => `${percent(x)} % from the left, ${percent(y)} % from the top`;

export const rows = {
  add: ({ name }: { name: string }) => `Add ${name.toLowerCase()}`,
  row: ({ name, at, of }: Entry & { of: number }) => `${name} ${at} of ${of}`,
  up: ({ name, at }: Entry) => `Move ${name.toLowerCase()} ${at} up`,
  down: ({ name, at }: Entry) => `Move ${name.toLowerCase()} ${at} down`,
  remove: ({ name, at }: Entry) => `Remove ${name.toLowerCase()} ${at}`,
  moved: ({ name, at, to, of }: Entry & { to: number; of: number }) =>
    `${name} ${at} is now ${name.toLowerCase()} ${to} of ${of}.`,
  percent: ({ name }: { name: string }) => `${name} (%)`,
  file: ({ at, name }: { at: number; name: string }) => `${at}: ${name}`,
  pictures: () => 'Pictures of the post',
  needsPicture: () => 'Add a picture to the post, and you can place people on it.',
  place: () => 'Click on somebody in the picture. Drag a mark, or move it with the arrow keys.',
  placed,
  mark: ({ title, at, name, ...place }: Place & { title: string; at: number; name: string }) =>
    `${title} ${at}${name === '' ? '' : `, ${name}`}: ${placed(place)}`,
};
