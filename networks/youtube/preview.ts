import type { PreviewStyle } from '../core/preview.ts';

/** YouTube folds the description below the video. Not confirmed: no page states where. */
const fold = {
  source: 'https://www.youtube.com',
  checked: '2026-11-22',
  confirmed: false,
} as const;

export const youtubePreview: PreviewStyle = {
  fold: { lines: { value: 3, ...fold }, characters: { value: 200, ...fold } },
  layout: () => ({ as: 'single', ratio: 16 / 9 }),
};
