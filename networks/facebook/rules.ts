import { comparedSizes } from '../core/amount.ts';
import type { AccountLimits, Advice, Format, Limit, Rules, Version, Violation } from '../core/limits.ts';
import { adviseTier } from '../core/tiers.ts';
import { countLinks } from '../core/words.ts';
import { tiers } from '../families/meta/tiers.ts';
import { settingsSchema } from './settings.ts';

const photos = 'https://developers.facebook.com/docs/graph-api/reference/page/photos';
const videos = 'https://developers.facebook.com/docs/graph-api/reference/page/videos';
const reels = 'https://developers.facebook.com/documentation/video-api/guides/reels-publishing';
const stories = 'https://developers.facebook.com/docs/page-stories-api';
const posts = 'https://developers.facebook.com/docs/graph-api/reference/page/feed';

const MB = 1_000_000;
const GB = 1_000 * MB;

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
        ...{ 'video.min_seconds': read(3, stories), 'video.seconds': read(60, stories) },
        'video.fps': read([24, 60], stories),
      },
    },
  } satisfies Record<FormatName, Format>,
  formatOf,
  settings: settingsSchema,
  check: (version, account) => [
    ...checkEmpty(version),
    ...checkFitting(version),
    ...checkCover(version),
    ...checkComment(version, account),
  ],
  advise: (version, account) => [
    ...adviseTier(tiers, account),
    ...adviseStory(version),
    ...adviseShape(version),
    ...adviseFiles(version),
  ],
};

/** A video in the feed has another upload than photos. */
export function formatOf({ settings, media }: Pick<Version, 'settings' | 'media'>): FormatName {
  if (settings.format === 'story' || settings.format === 'reel') return settings.format;
  return media.some(({ kind }) => kind === 'video') ? 'video' : 'feed';
}

function read<T>(value: T, source: string): Limit<T> {
  return { value, source, checked: '2026-11-22' };
}

/** Only clients in use show these. */
function unconfirmed<T>(value: T, source: string): Limit<T> {
  return { ...read(value, source), confirmed: false };
}

function checkEmpty({ text, settings, media }: Version): Violation[] {
  if (text.trim() !== '' || media.length > 0 || settings.link !== undefined) return [];
  const message = 'needs a text, a link, photos or a video; this post has none of them';
  const params = { needs: ['text', 'link', 'files'] };
  return [
    { field: 'content', rule: 'content.empty', measured: 0, limit: 1, unit: 'characters', message, params },
  ];
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
  const hasPhotos = format === 'feed' && version.media.length > 0;
  return Object.entries(formatsWith).flatMap(([name, formats]) => {
    if (version.settings[name] === undefined) return [];
    if (formats.includes(format) && !(name === 'link' && hasPhotos)) return [];
    const measured = name === 'link' && hasPhotos ? 'photos' : format;
    const common = { rule: 'format.setting', measured, limit: formats, unit: 'formats' };
    const message =
      measured === 'photos'
        ? 'shows either a link as a card or photos; this post has both'
        : `has this setting only for ${formats.map((each) => words[each]).join(' or ')}; this is ${words[format]}`;
    return [{ field: `settings.${name}`, ...common, message }];
  });
}

/** Belfry does not convert covers. */
function checkCover({ settings, files }: Version): Violation[] {
  const cover = typeof settings.cover === 'number' ? files?.get(settings.cover) : undefined;
  if (cover === undefined) return [];
  const types = ['image/jpeg', 'image/png'];
  if (!types.includes(cover.mimeType)) {
    const message = `accepts covers of the types ${types.join(' and ')}; this file is ${cover.mimeType}`;
    const common = { rule: 'cover.type', measured: cover.mimeType, limit: types, unit: 'type', message };
    return [{ field: 'settings.cover', ...common }];
  }
  if (cover.size <= 10 * MB) return [];
  const [allowed, actual] = comparedSizes(10 * MB, cover.size);
  const message = `allows at most ${allowed} for a cover; this image has ${actual}`;
  const common = { rule: 'cover.bytes', measured: cover.size, limit: 10 * MB, unit: 'bytes', message };
  return [{ field: 'settings.cover', ...common }];
}

function checkComment({ settings }: Version, { scopes }: AccountLimits): Violation[] {
  if (settings.first_comment === undefined || (scopes?.includes('pages_manage_engagement') ?? true))
    return [];
  const message =
    'does not allow this sign-in to write comments. Connect the channel again, and allow what Facebook asks';
  const common = { rule: 'comment.scope', measured: 0, limit: 1, unit: 'permissions', message };
  return [{ field: 'settings.first_comment', ...common }];
}

function adviseStory(version: Version): Advice[] {
  if (formatOf(version) !== 'story' || version.text.trim() === '') return [];
  const hasLink = countLinks(version.text) > 0;
  const message = `Stories have no text${hasLink ? ' and no links' : ''}. Facebook shows the files only.`;
  return [{ field: 'content', rule: 'story.text', message }];
}

/** Facebook crops or pads other shapes. */
function adviseShape(version: Version): Advice[] {
  const format = formatOf(version);
  if (format !== 'reel' && format !== 'story') return [];
  return version.media.flatMap(({ kind, width, height }, index) => {
    const isUpright = width === null || height === null || Math.abs(width / height - 9 / 16) < 0.01;
    if (kind !== 'video' || isUpright) return [];
    const message = `A ${format} is 9:16, such as 1080 by 1920 pixels. Facebook may crop or refuse this video.`;
    return [{ field: `media_ids.${index}`, rule: 'video.shape', message, params: { format } }];
  });
}

function adviseFiles(version: Version): Advice[] {
  const isStory = formatOf(version) === 'story';
  return version.media.flatMap(({ altText, kind, animated }, index) => {
    const field = `media_ids.${index}`;
    const still = 'Facebook shows only the first picture of an animated image.';
    const lost = 'Facebook has descriptions for photos in posts only. Belfry leaves this one out.';
    return [
      ...(animated ? [{ field, rule: 'image.still', message: still }] : []),
      ...(altText && (kind === 'video' || isStory) ? [{ field, rule: 'alt.lost', message: lost }] : []),
    ];
  });
}
