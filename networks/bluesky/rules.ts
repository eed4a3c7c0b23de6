import type { Limit, Rules, Version, Violation } from '../core/limits.ts';
import { listParts } from '../core/thread.ts';
import { settingsSchema } from './settings.ts';

/** Every app shows up to four images. Older apps do not know the gallery, which holds more. */
export const maxPlainImages = 4;

const lexicons = 'https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky';
const officialApp = 'https://github.com/bluesky-social/social-app/blob/main/src/lib/constants.ts';

export const blueskyRules: Rules<'bluesky'> = {
  platform: 'bluesky',
  name: 'Bluesky',
  limits: {
    'text.max': { ...lexicon(300, 'feed/post.json'), unit: 'graphemes' },
    'text.max_bytes': lexicon(3000, 'feed/post.json'),
    'media.max': lexicon(10, 'embed/gallery.json'),
    'images.max': lexicon(10, 'embed/gallery.json'),
    'videos.max': lexicon(1, 'embed/video.json'),
    'media.mixed': lexicon(false, 'feed/post.json'),
    // The schema allows image/*. A GIF would be shown still, and not every app shows HEIC or AVIF.
    'image.types': lexicon(['image/jpeg', 'image/png', 'image/webp'], 'embed/images.json'),
    'image.bytes': lexicon(2_000_000, 'embed/images.json'),
    'video.types': app(['video/mp4', 'video/mpeg', 'video/webm', 'video/quicktime']),
    'video.bytes': lexicon(300_000_000, 'embed/video.json'),
    'video.seconds': app(600),
    'alt.max': app(2000),
  },
  settings: settingsSchema,
  parts: listParts,
  check: (version) => [...checkEmpty(version), ...checkLinkCard(version), ...checkGallery(version)],
};

function lexicon<T>(value: T, file: string): Limit<T> {
  return { value, source: `${lexicons}/${file}`, checked: '2026-11-21' };
}

/** A limit of the official app, not of the schema; other servers may allow more. */
function app<T>(value: T): Limit<T> {
  return { value, source: officialApp, checked: '2026-11-21' };
}

function checkEmpty(version: Version): Violation[] {
  const isCarried = version.media.length > 0 || version.settings.link_card !== undefined;
  return listParts(version)
    .slice(isCarried ? 1 : 0)
    .filter((part) => part.text.trim() === '')
    .map(({ field }) => ({
      field,
      rule: 'text.min',
      measured: 0,
      limit: 1,
      unit: 'graphemes',
      message: 'needs text, media or a link card in every post; this one is empty',
      params: { needs: ['text', 'files', 'link_card'] },
    }));
}

function checkLinkCard({ media, settings }: Version): Violation[] {
  if (settings.link_card === undefined || media.length === 0) return [];
  return [
    {
      field: 'settings.link_card',
      rule: 'media.mixed',
      measured: media.length,
      limit: 0,
      unit: 'files',
      message: 'allows either media or a link card in one post, not both',
    },
  ];
}

/** The gallery computes its layout before it loads the images. */
function checkGallery({ media }: Version): Violation[] {
  if (media.length <= maxPlainImages) return [];
  return media.flatMap(({ width, height }, index) =>
    width && height
      ? []
      : [
          {
            field: `media_ids.${index}`,
            rule: 'image.size',
            measured: 'unknown',
            limit: maxPlainImages,
            unit: 'images',
            message: `allows more than ${maxPlainImages} images only if their dimensions are known; those of this image are not`,
          },
        ],
  );
}
