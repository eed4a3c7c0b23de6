import type { PreviewStyle } from '../core/preview.ts';

/** Instagram folds captions. Not confirmed: no page states where. */
const fold = { source: 'https://www.instagram.com', checked: '2026-11-22', confirmed: false } as const;

export const instagramPreview: PreviewStyle = {
  fold: { characters: { value: 125, ...fold } },
  words: { link: false },
  layout: (media, { settings }) => ({
    as: media.length > 1 ? 'carousel' : 'single',
    ratio: settings.format === 'reel' || settings.format === 'story' ? 9 / 16 : null,
  }),
};
