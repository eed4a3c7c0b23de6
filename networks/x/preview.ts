import { limitsRead } from '../core/limits.ts';
import type { PreviewStyle } from '../core/preview.ts';

const read = limitsRead('2026-11-22');

/** X folds long posts: https://docs.x.com/x-api/fundamentals/data-dictionary (2026-11-22), `note_tweet`. */
export const xPreview: PreviewStyle = {
  fold: {
    characters: { ...read(280, 'https://docs.x.com/fundamentals/counting-characters'), confirmed: false },
  },
  words: { mention: /(?<![\p{L}\p{N}_/])@\w{1,15}/gu },
  layout: ({ length }) => (length === 1 ? { as: 'single', ratio: null } : { as: 'grid', ratio: 16 / 9 }),
  profile: (username) => (/^\w{1,15}$/.test(username) ? `https://x.com/${username}` : undefined),
};
