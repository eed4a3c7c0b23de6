import { cardOfText, type PreviewStyle } from '../core/preview.ts';

/** No page states that Threads folds a text. */
export const threadsPreview: PreviewStyle = {
  words: { mention: /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9._]{1,30}/gu },
  layout: (media) => ({ as: media.length > 1 ? 'carousel' : 'single', ratio: null }),
  card: (version) => {
    const { link } = version.settings;
    if (version.media.length > 0) return undefined;
    return typeof link === 'string' ? { url: link } : cardOfText(version);
  },
  // An account without a name has its number in its place.
  profile: (username) =>
    /^(?!\d+$)[\w.]+$/.test(username) ? `https://www.threads.com/@${username}` : undefined,
};
