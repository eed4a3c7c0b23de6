import type { PreviewStyle } from '../core/preview.ts';

/** Facebook folds texts behind “See more”. Not confirmed: no page states where. */
const fold = { source: 'https://www.facebook.com', checked: '2026-11-22', confirmed: false } as const;

export const facebookPreview: PreviewStyle = {
  fold: { characters: { value: 477, ...fold }, lines: { value: 5, ...fold } },
  layout: (media, { settings }) => {
    const isUpright = settings.format === 'reel' || settings.format === 'story';
    return { as: media.length > 1 && !isUpright ? 'grid' : 'single', ratio: isUpright ? 9 / 16 : null };
  },
  card: ({ media, settings: { link } }) =>
    typeof link === 'string' && media.length === 0 ? { url: link } : undefined,
};
