import type { PreviewStyle } from '../core/preview.ts';
import { formatOf } from './rules.ts';

/** Instagram folds captions. Not confirmed: no page states where. */
export const instagramPreview: PreviewStyle = {
  fold: {
    characters: {
      value: 125,
      source: 'https://www.instagram.com',
      checked: '2026-11-22',
      confirmed: false,
    },
  },
  words: {
    // An address in a caption stays plain text.
    link: false,
    mention: /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9._]{1,30}/gu,
  },
  layout: (media, version) => {
    const format = formatOf(version);
    if (format === 'story' || format === 'reel')
      return { as: media.length > 1 ? 'carousel' : 'single', ratio: 9 / 16 };
    return format === 'carousel' ? { as: 'carousel', ratio: 4 / 5 } : { as: 'single', ratio: null };
  },
  // An account without a name has its number in its place.
  profile: (username) =>
    /^(?!\d+$)[\w.]+$/.test(username) ? `https://www.instagram.com/${username}/` : undefined,
};
