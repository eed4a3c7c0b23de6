import type { Advice, Limit, MediaFacts, Rate, Rules, Version, Violation } from '../core/limits.ts';
import { adviseTier } from '../core/tiers.ts';
import { countLinks } from '../core/words.ts';
import { settings } from './settings.ts';
import { tiers } from './tiers.ts';

const creating = 'https://developers.pinterest.com/docs/api/v5/pins-create';
const help = 'https://help.pinterest.com/en/business/article/pinterest-product-specs';
const rateLimits = 'https://developers.pinterest.com/docs/reference/rate-limits/';

const imageTypes = ['image/jpeg', 'image/png'] as const;

/** Seconds. Not confirmed: the page names the categories, and only others quote the number of this one. */
const rates: readonly Rate[] = [
  { scope: 'channel', most: 100, seconds: 60, source: rateLimits, checked: '2026-11-22', confirmed: false },
];

export const pinterestRules: Rules<'pinterest'> = {
  platform: 'pinterest',
  name: 'Pinterest',
  limits: {
    'text.max': { ...read(800, creating), unit: 'characters' },
    'media.min': read(1, creating),
    'media.max': read(5, creating),
    'images.max': read(5, creating),
    'videos.max': read(1, creating),
    'media.mixed': read(false, creating),
    'image.types': read(imageTypes, creating),
    // 20 MB in a browser, 32 MB in the app.
    'image.bytes': read(20_000_000, help),
    'video.types': read(['video/mp4', 'video/quicktime', 'video/x-m4v'], help),
    'video.bytes': read(2_000_000_000, help),
    'video.min_seconds': read(4, help),
    'video.seconds': read(900, help),
    'video.ratio': read([0.5, 1.91], help),
    'video.codecs': read(['avc', 'hevc'], help),
    'alt.max': read(500, creating),
  },
  rates,
  settings,
  check: (version) => [...checkCover(version), ...checkShapes(version.media)],
  advise: (version, account) => [...adviseTier(tiers, account), ...advise(version)],
};

function read<T>(value: T, source: string): Limit<T> {
  return { value, source, checked: '2026-11-22' };
}

/** The settings may be an unchecked draft. */
function checkCover({ settings, media, files }: Version): Violation[] {
  const { cover, cover_at_ms } = settings;
  const name = cover === undefined ? 'settings.cover_at_ms' : 'settings.cover';
  const isChosen = cover !== undefined || cover_at_ms !== undefined;
  const hasVideo = media.some(({ kind }) => kind === 'video');
  const type = typeof cover === 'number' ? files?.get(cover)?.mimeType : undefined;
  const isImage = type === undefined || imageTypes.some((each) => each === type);
  const both = 'takes a cover either from a file or from the video';
  return [
    ...unless(!isChosen || hasVideo, name, 'cover.video', 'shows a cover only of a video'),
    ...unless(cover === undefined || cover_at_ms === undefined, 'settings.cover', 'cover.both', both),
    ...unless(
      isImage,
      'settings.cover',
      'cover.types',
      `accepts ${imageTypes.join(', ')}; this cover is ${type}`,
      { measured: type ?? '', limit: imageTypes, unit: 'types' },
    ),
  ];
}

/** Parts of a side by which two pictures may differ. */
const tolerance = 0.01;

/** Not confirmed by an official page: the pictures of a carousel have one shape. */
function checkShapes(media: readonly MediaFacts[]): Violation[] {
  const pictures = media.filter(({ kind }) => kind === 'image');
  const ratios = pictures.flatMap(({ width, height }) => (width && height ? [width / height] : []));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const isSame = ratios.length < 2 || most <= least * (1 + tolerance);
  return unless(
    isSame,
    'media_ids',
    'media.shape',
    'needs pictures of one shape in a carousel; these differ',
  );
}

function advise({ text, media, settings }: Version): Advice[] {
  const others = media.slice(1).filter(({ altText }) => altText);
  const lost = 'Pinterest has one alt text for a pin, which is that of the first picture that has one.';
  const isPlain = countLinks(text) > 0 && settings.link === undefined;
  const plain = 'A link in the text of a pin cannot be opened. Put it into the setting “Link”.';
  return [
    ...(others.length > 0 ? [{ field: 'media_ids', rule: 'alt.one', message: lost }] : []),
    ...(isPlain ? [{ field: 'settings.link', rule: 'link.text', message: plain }] : []),
  ];
}

function unless(
  isKept: boolean,
  field: string,
  rule: string,
  message: string,
  more: Partial<Violation> = {},
): Violation[] {
  return isKept ? [] : [{ field, rule, measured: 1, limit: 0, unit: 'violations', message, ...more }];
}
