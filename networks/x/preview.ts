import type { PreviewStyle } from '../core/preview.ts';

/** X folds long posts: https://docs.x.com/x-api/fundamentals/data-dictionary (2026-11-22), `note_tweet`. */
export const xPreview: PreviewStyle = {
  fold: {
    characters: {
      value: 280,
      source: 'https://docs.x.com/fundamentals/counting-characters',
      checked: '2026-11-22',
      confirmed: false,
    },
  },
  words: { mention: /(?<![\p{L}\p{N}_/])@\w{1,15}/gu },
  layout: (media) => ({
    as: media.length === 1 ? 'single' : 'grid',
    ratio: media.length === 1 ? null : 16 / 9,
  }),
  profile: (username) => (/^\w{1,15}$/.test(username) ? `https://x.com/${username}` : undefined),
};
