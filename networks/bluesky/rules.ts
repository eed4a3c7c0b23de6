import { unless } from '../core/judging.ts';
import { limitsRead, type Rules, type Version, type Violation } from '../core/limits.ts';
import { listParts } from '../core/thread.ts';
import { settingsSchema } from './settings.ts';

/** Every app shows up to four images. Older apps do not know the gallery, which holds more. */
export const maxPlainImages = 4;

const lexicons = 'https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky';
/** Of limits that the schema does not have; other servers may allow more. */
const officialApp = 'https://github.com/bluesky-social/social-app/blob/main/src/lib/constants.ts';

const read = limitsRead('2026-11-21');
const readLater = limitsRead('2026-11-24');
const lexicon = <const T>(value: T, file: string) => read(value, `${lexicons}/${file}`);

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
    'video.types': read(['video/mp4', 'video/mpeg', 'video/webm', 'video/quicktime'], officialApp),
    'video.bytes': lexicon(300_000_000, 'embed/video.json'),
    'video.seconds': read(600, officialApp),
    'alt.max': read(2000, officialApp),
  },
  captions: {
    format: 'vtt',
    most: readLater(20, `${lexicons}/embed/video.json`),
    bytes: readLater(20_000, `${lexicons}/embed/video.json`),
  },
  settings: settingsSchema,
  parts: listParts,
  check: (version) => [...checkEmpty(version), ...checkLinkCard(version), ...checkGallery(version)],
};

function checkEmpty(version: Version): Violation[] {
  const isCarried =
    version.media.length > 0 ||
    [version.settings.link_card, version.settings.quote].some((each) => each !== undefined);
  const message = 'needs text, media, a link card or a quoted post in every post; this one is empty';
  const params = { needs: ['text', 'files', 'link_card', 'quote'] };
  const more = { measured: 0, limit: 1, unit: 'graphemes', params };
  return listParts(version)
    .slice(isCarried ? 1 : 0)
    .flatMap(({ text, field }) => unless(text.trim() !== '', field, 'text.min', message, more));
}

function checkLinkCard({ media, settings }: Version): Violation[] {
  const isEither = settings.link_card === undefined || media.length === 0;
  const message = 'allows either media or a link card in one post, not both';
  const more = { measured: media.length, unit: 'files' };
  return unless(isEither, 'settings.link_card', 'media.mixed', message, more);
}

/** The gallery computes its layout before it loads the images. */
function checkGallery({ media }: Version): Violation[] {
  if (media.length <= maxPlainImages) return [];
  const message = `allows more than ${maxPlainImages} images only if their dimensions are known; those of this image are not`;
  const more = { measured: 'unknown', limit: maxPlainImages, unit: 'images' };
  return media.flatMap(({ width, height }, index) =>
    unless(Boolean(width && height), `media_ids.${index}`, 'image.size', message, more),
  );
}
