import type { PreviewStyle } from '../core/preview.ts';

const fold = { source: 'https://www.tiktok.com', checked: '2026-11-22', confirmed: false } as const;

/** TikTok shows the beginning of a text over the picture. Not confirmed: no page states how much of it. */
export const tiktokPreview: PreviewStyle = {
  fold: { lines: { value: 2, ...fold }, characters: { value: 100, ...fold } },
  words: { link: false },
  layout: (media) => ({ as: media.length === 1 ? 'single' : 'carousel', ratio: 9 / 16 }),
  profile: (username) => (/^[\w.]+$/.test(username) ? `https://www.tiktok.com/@${username}` : undefined),
};
