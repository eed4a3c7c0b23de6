import type { PreviewStyle } from '../core/preview.ts';

/** No page states that Threads folds a text. */
export const threadsPreview: PreviewStyle = {
  words: { mention: /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9._]{1,30}/gu },
  layout: (media) => ({ as: media.length > 1 ? 'carousel' : 'single', ratio: null }),
};
