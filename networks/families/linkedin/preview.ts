/** How LinkedIn shows posts of members and Pages. Safe for the browser. */
import type { PreviewStyle } from '../../core/preview.ts';
import { formatOf } from './limits.ts';
import { hashtag, mention } from './text.ts';

/** Readers see more after “… more”. Not confirmed: no page of LinkedIn states where it cuts. */
const fold = { source: 'https://www.linkedin.com/feed/', checked: '2026-11-22', confirmed: false } as const;

export const preview: PreviewStyle = {
  fold: { lines: { value: 3, ...fold }, characters: { value: 210, ...fold } },
  words: { mention, hashtag },
  layout: (media, version) => ({
    as: formatOf(version) === 'document' ? 'carousel' : media.length === 1 ? 'single' : 'grid',
    ratio: null,
  }),
};
