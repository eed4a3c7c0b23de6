import type { PreviewStyle } from '../core/preview.ts';

/** The sandbox shows texts as they are, and files one below the other. */
export const sandboxPreview: PreviewStyle = {
  words: { link: false, hashtag: false, mention: false },
  layout: () => ({ as: 'column', ratio: null }),
  profile: (username) => (/^\w{1,30}$/.test(username) ? `/sandbox/@${username}` : undefined),
};
