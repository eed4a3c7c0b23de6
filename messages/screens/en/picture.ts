/** Words of what is done to pictures and videos in the browser. */
/** Numbers in English: `1,000`. */
const number = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 });

interface Size {
  width: number;
  height: number;
}

const size = ({ width, height }: Size) => `${number(width)} × ${number(height)} pixels`;

interface Moment {
  seconds: number;
}

/** `1:03.50` */
const clock = (seconds: number) => {
  const all = Math.round(seconds * 100);
  return `${Math.floor(all / 6000)}:${((all % 6000) / 100).toFixed(2).padStart(5, '0')}`;
};

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
  frame: () => 'Choose a frame',
  frameLoading: () => 'Loading the video …',
  frameFailed: () => 'This browser cannot play the video, so that you cannot choose a frame here.',
  frameKeys: () => 'Arrow keys move by a second, with Shift by a frame.',
  frameBack: () => 'One frame back',
  frameOn: () => 'One frame on',
  moment: () => 'Moment of the video',
  clock: ({ seconds }: Moment) => clock(seconds),
  seconds: ({ seconds }: Moment) => `${number(seconds)} ${seconds === 1 ? 'second' : 'seconds'}`,
  takeFrame: () => 'Use this frame',
  frameAt: ({ seconds }: Moment) => `Frame at ${clock(seconds)}`,
  frameNeedsVideo: () => 'Add a video, and you can choose one of its frames.',
  captions: () => 'Captions',
  captionsOf: ({ name }: { name: string }) => `Captions of ${name}`,
  captionsIn: ({ languages }: { languages: readonly string[] }) => `Captions: ${languages.join(', ')}`,
  undoLate: () => 'The post is closed, so nothing was undone. The library has the original.',
};
