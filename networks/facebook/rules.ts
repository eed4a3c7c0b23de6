import { adviseCodes } from '../core/caption-codes.ts';
import { unless, when } from '../core/judging.ts';
import {
  type AccountLimits,
  type Advice,
  type Format,
  type Limit,
  limitsRead,
  type Rules,
  type Version,
  type Violation,
} from '../core/limits.ts';
import { adviseTier } from '../core/tiers.ts';
import { countLinks } from '../core/words.ts';
import { checkComments, checkCover, checkFormats } from '../families/meta/checks.ts';
import { tiers } from '../families/meta/tiers.ts';
import { localeOf } from './locales.ts';
import { settingsSchema } from './settings.ts';

const photos = 'https://developers.facebook.com/docs/graph-api/reference/page/photos';
const videos = 'https://developers.facebook.com/docs/graph-api/reference/page/videos';
const reels = 'https://developers.facebook.com/documentation/video-api/guides/reels-publishing';
const stories = 'https://developers.facebook.com/docs/page-stories-api';
const captions = 'https://developers.facebook.com/docs/graph-api/reference/video/captions/';
const posts = 'https://developers.facebook.com/docs/graph-api/reference/page/feed';

const MB = 1_000_000;
const GB = 1_000 * MB;

const read = limitsRead('2026-11-22');
/** No official page states these plainly. Most are from clients in use. */
const unconfirmed = <T>(value: T, source: string): Limit<T> => ({ ...read(value, source), confirmed: false });

export type FormatName = 'feed' | 'video' | 'reel' | 'story';

export const facebookRules: Rules<'facebook'> = {
  platform: 'facebook',
  name: 'Facebook',
  limits: {
    'text.max': { ...unconfirmed(63_206, posts), unit: 'utf16' },
    'media.max': unconfirmed(10, posts),
    'videos.max': read(1, videos),
    'media.mixed': read(false, posts),
    'image.types': read(['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'], photos),
    'image.bytes': read(10 * MB, photos),
    'video.types': read(['video/mp4', 'video/quicktime'], videos),
    'video.bytes': read(2 * GB, videos),
    'video.min_seconds': read(1, videos),
    'video.seconds': read(2400, videos),
    'alt.max': unconfirmed(1000, photos),
  },
  formats: {
    feed: { title: 'Post', limits: {} },
    video: { title: 'Video', limits: { 'media.max': read(1, videos) } },
    reel: {
      title: 'Reel',
      limits: {
        ...{ 'media.min': read(1, reels), 'media.max': read(1, reels), 'images.max': read(0, reels) },
        ...{ 'video.min_seconds': read(3, reels), 'video.seconds': read(90, reels) },
        ...{ 'video.min_side': read(540, reels), 'video.fps': read([24, 60], reels) },
        'video.codecs': read(['avc', 'hevc', 'vp9', 'av1'], reels),
      },
    },
    story: {
      title: 'Story',
      limits: {
        ...{ 'media.min': read(1, stories), 'videos.max': unconfirmed(10, stories) },
        ...{ 'media.mixed': read(true, stories), 'video.min_side': read(540, stories) },
        ...{ 'video.min_seconds': read(3, stories), 'video.seconds': unconfirmed(60, stories) },
        'video.fps': read([24, 60], stories),
        'image.bytes': limitsRead('2026-11-28')(4 * MB, stories),
      },
    },
  } satisfies Record<FormatName, Format>,
  formatOf,
  // By the API.
  rates: [
    {
      ...{ scope: 'channel', format: 'reel', most: 30, seconds: 86_400 },
      ...{ source: reels, checked: '2026-11-22' },
    },
  ],
  captions: { format: 'srt', bytes: limitsRead('2026-11-24')(200_000, captions) },
  settings: settingsSchema,
  check: (version, account) => [
    ...checkEmpty(version),
    ...checkFitting(version),
    ...checkCover(version, ['image/jpeg', 'image/png'], 10 * MB),
    ...checkScope(version, account),
  ],
  advise: (version, account) => [
    ...adviseTier(tiers, account),
    ...adviseStory(version),
    ...adviseShape(version),
    ...adviseFiles(version),
    ...adviseCaptions(version),
  ],
};

/** A video in the feed has another upload than photos. */
export function formatOf({ settings, media }: Pick<Version, 'settings' | 'media'>): FormatName {
  if (settings.format === 'story' || settings.format === 'reel') return settings.format;
  return media.some(({ kind }) => kind === 'video') ? 'video' : 'feed';
}

function checkEmpty({ text, settings, media }: Version): Violation[] {
  const hasContent = text.trim() !== '' || media.length > 0 || settings.link !== undefined;
  const message = 'needs a text, a link, photos or a video; this post has none of them';
  const params = { needs: ['text', 'link', 'files'] };
  return unless(hasContent, 'content', 'content.empty', message, {
    ...{ measured: 0, limit: 1, unit: 'characters', params },
  });
}

/** The settings that only some formats have. */
const formatsWith: Readonly<Record<string, readonly FormatName[]>> = {
  link: ['feed'],
  title: ['video', 'reel'],
  cover: ['video', 'reel'],
  location: ['feed', 'reel'],
  first_comment: ['feed', 'video', 'reel'],
};
const words: Record<FormatName, string> = {
  feed: 'a post without a video',
  video: 'a video',
  reel: 'a reel',
  story: 'a story',
};

function checkFitting(version: Version): Violation[] {
  const format = formatOf(version);
  const hasBoth = format === 'feed' && version.media.length > 0 && version.settings.link !== undefined;
  const either = 'shows either a link as a card or photos; this post has both';
  const explain = (formats: readonly FormatName[]) =>
    `has this setting only for ${formats.map((each) => words[each]).join(' or ')}; this is ${words[format]}`;
  return [
    ...unless(!hasBoth, 'settings.link', 'format.setting', either, {
      ...{ measured: 'photos', limit: ['feed'], unit: 'formats' },
    }),
    ...checkFormats(version, format, formatsWith, explain),
  ];
}

function checkScope({ settings }: Version, { scopes }: AccountLimits): Violation[] {
  const isAllowed = scopes?.includes('pages_manage_engagement') ?? true;
  const name = settings.first_comment === undefined ? undefined : 'first_comment';
  return checkComments('Facebook', isAllowed, name);
}

function adviseStory(version: Version): Advice[] {
  const isLost = formatOf(version) === 'story' && version.text.trim() !== '';
  const links = countLinks(version.text) > 0 ? ' and no links' : '';
  const message = `Stories have no text${links}. Facebook shows the files only.`;
  return when(isLost, 'content', 'story.text', message);
}

/** Facebook crops or pads other shapes. */
function adviseShape(version: Version): Advice[] {
  const format = formatOf(version);
  if (format !== 'reel' && format !== 'story') return [];
  return version.media.flatMap(({ kind, width, height }, index) => {
    const isUpright = width === null || height === null || Math.abs(width / height - 9 / 16) < 0.01;
    const isOdd = kind === 'video' && !isUpright;
    const message = `A ${format} is 9:16, such as 1080 by 1920 pixels. Facebook may crop or refuse this video.`;
    return when(isOdd, `media_ids.${index}`, 'video.shape', message, { format });
  });
}

function adviseFiles(version: Version): Advice[] {
  const isStory = formatOf(version) === 'story';
  return version.media.flatMap(({ altText, kind, animated }, index) => {
    const field = `media_ids.${index}`;
    const still = 'Facebook shows only the first picture of an animated image.';
    const lost = 'Facebook has descriptions for photos in posts only. Belfry leaves this one out.';
    const isLost = Boolean(altText) && (kind === 'video' || isStory);
    return [...when(animated, field, 'image.still', still), ...when(isLost, field, 'alt.lost', lost)];
  });
}

function adviseCaptions(version: Version): Advice[] {
  if (formatOf(version) !== 'story') return adviseCodes('Facebook', version, localeOf);
  const message = 'Facebook shows no captions in stories. Belfry leaves these out.';
  return version.media.flatMap(({ captions = [] }, index) =>
    when(captions.length > 0, `media_ids.${index}`, 'captions.story', message),
  );
}
