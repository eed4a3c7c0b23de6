/** Words of what is done to pictures and videos in the browser. */
/** Numbers in English: `1,000`. */
const number = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 });

interface Size {
  width: number;
  height: number;
}

const size = ({ width, height }: Size) => `${number(width)} × ${number(height)} pixels`;

export const picture = {
  crop: () => 'Crop and rotate',
  cropOf: ({ name }: { name: string }) => `Crop and rotate ${name}`,
  loading: () => 'Loading the picture …',
  size,
  area: (measured: Size) => `Kept area: ${size(measured)}`,
  keys: () => 'Arrow keys move the area, + and − change its size.',
  shape: () => 'Shape',
  free: () => 'Free',
  original: () => 'Original',
  ratio: ({ width, height }: Size) => `${number(width)}:${number(height)}`,
  rotate: () => 'Rotate right',
  use: () => 'Use this picture',
  saving: () => 'Uploading …',
  failed: () => 'This browser cannot work on this file. Change it in another program, and add the new one.',
  replaced: ({ name }: { name: string }) =>
    `${name} is changed in this post. The library keeps the original.`,
  undoLate: () => 'The post is closed, so nothing was undone. The library has the original.',
};
