import type { PreviewStyle } from '../core/preview.ts';

/** Pinterest folds descriptions. Not confirmed: only pages of others say where. */
export const pinterestPreview: PreviewStyle = {
  fold: {
    characters: { value: 50, source: 'https://www.pinterest.com', checked: '2026-11-22', confirmed: false },
  },
  layout: (media) => ({ as: media.length === 1 ? 'single' : 'carousel', ratio: null }),
  profile: (username) => (/^\w+$/.test(username) ? `https://www.pinterest.com/${username}/` : undefined),
};
