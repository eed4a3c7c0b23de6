import { checkAltPoints } from '../core/alt-points.ts';
import { unless, when } from '../core/judging.ts';
import {
  type Advice,
  limitsRead,
  type MediaFacts,
  type Rules,
  type Version,
  type Violation,
} from '../core/limits.ts';
import { adviseTier } from '../core/tiers.ts';
import { nameOfType, namesOfTypes } from '../core/type-names.ts';
import { countLinks } from '../core/words.ts';
import { settings } from './settings.ts';

/** What the tier of the operator's app means for people. */
export const tiers = {
  trial:
    'Only this account sees its pins, because the app of this installation has Trial access at Pinterest.',
} as const;

const creating = 'https://developers.pinterest.com/docs/api/v5/pins-create';
const help = 'https://help.pinterest.com/en/business/article/pinterest-product-specs';
const pace = 'https://developers.pinterest.com/docs/reference/rate-limits/';

const read = limitsRead('2026-11-22');

/** Code points, as `maxLength` of Pinterest's OpenAPI document counts. */
const longestAlt = 500;
const imageTypes = ['image/jpeg', 'image/png'] as const;

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
    'alt.max': read(longestAlt, creating),
  },
  // Not confirmed: the page names the categories, and only others quote the number of this one.
  rates: [
    { scope: 'channel', most: 100, seconds: 60, source: pace, checked: '2026-11-22', confirmed: false },
  ],
  settings,
  check: (version) => [
    ...checkCover(version),
    ...checkShapes(version.media),
    ...checkAltPoints(version.media, longestAlt),
  ],
  advise: (version, account) => [...adviseTier(tiers, account), ...advise(version)],
};

/** The settings may be an unchecked draft. */
function checkCover({ settings, media, files }: Version): Violation[] {
  const { cover, cover_at_ms } = settings;
  const name = cover === undefined ? 'settings.cover_at_ms' : 'settings.cover';
  const isChosen = cover !== undefined || cover_at_ms !== undefined;
  const hasVideo = media.some(({ kind }) => kind === 'video');
  const type = typeof cover === 'number' ? files?.get(cover)?.mimeType : undefined;
  const isImage = type === undefined || imageTypes.some((each) => each === type);
  const both = 'takes a cover either from a file or from the video';
  const types = `accepts covers as ${namesOfTypes(imageTypes)}; this cover is ${nameOfType(type ?? '')}`;
  const more = { measured: type ?? '', limit: imageTypes, unit: 'types' };
  return [
    ...unless(!isChosen || hasVideo, name, 'cover.video', 'shows a cover only of a video'),
    ...unless(cover === undefined || cover_at_ms === undefined, 'settings.cover', 'cover.both', both),
    ...unless(isImage, 'settings.cover', 'cover.types', types, more),
  ];
}

/** Parts of a side by which two pictures may differ. */
const tolerance = 0.01;

/** Not confirmed by an official page: the pictures of a carousel have one shape. */
function checkShapes(media: readonly MediaFacts[]): Violation[] {
  const pictures = media.filter(({ kind }) => kind === 'image');
  const ratios = pictures.flatMap(({ width, height }) => (width && height ? [width / height] : []));
  // Without pictures these are infinite, and the least is the greater one.
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const message = 'needs pictures of one shape in a carousel; these differ';
  return unless(most <= least * (1 + tolerance), 'media_ids', 'media.shape', message);
}

function advise({ text, media, settings }: Version): Advice[] {
  const others = media.slice(1).filter(({ altText }) => altText);
  const lost = 'Pinterest has one alt text for a pin, which is that of the first picture that has one.';
  const isPlain = countLinks(text) > 0 && settings.link === undefined;
  const plain = 'A link in the text of a pin cannot be opened. Put it into the setting “Link”.';
  return [
    ...when(others.length > 0, 'media_ids', 'alt.one', lost),
    ...when(isPlain, 'settings.link', 'link.text', plain),
  ];
}
