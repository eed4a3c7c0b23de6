import { comparedSizes } from '../core/amount.ts';
import { field, textField } from '../core/json.ts';
import type {
  AccountLimits,
  Advice,
  Format,
  Limit,
  MediaFacts,
  Rules,
  Span,
  Version,
  Violation,
} from '../core/limits.ts';
import { adviseTier } from '../core/tiers.ts';
import { countLinks } from '../core/words.ts';
import { tiers } from '../families/meta/tiers.ts';
import { checkWidths } from '../families/meta/video-width.ts';
import { settingsSchema } from './settings.ts';

const platform = 'https://developers.facebook.com/docs/instagram-platform';
const media = `${platform}/instagram-graph-api/reference/ig-user/media`;
const guide = `${platform}/content-publishing`;

const MB = 1_000_000;

const imageRatio: Span = [0.8, 1.91];

export const instagramRules: Rules<'instagram'> = {
  platform: 'instagram',
  name: 'Instagram',
  limits: {
    // No page says in which unit. UTF-16 units are never fewer than the others.
    'text.max': { ...read(2200, media), unit: 'utf16' },
    'text.hashtags': read(30, media),
    'text.mentions': read(20, media),
    'media.min': read(1, guide),
    'media.max': read(10, guide),
    'image.types': read(['image/jpeg'], media),
    'image.bytes': read(8 * MB, media),
    'video.types': read(['video/mp4', 'video/quicktime'], media),
    'video.bytes': read(300 * MB, media),
    'video.seconds': read(900, media),
    'video.fps': read([23, 60], media),
    'video.codecs': read(['avc', 'hevc'], media),
    'audio.codecs': read(['aac'], media),
    'alt.max': read(1000, media),
  },
  formats: {
    feed: { title: 'Feed', limits: { 'image.ratio': read(imageRatio, media) } },
    carousel: {
      title: 'Carousel',
      limits: {
        'media.min': read(2, guide),
        'image.ratio': read(imageRatio, media),
        'video.min_seconds': unconfirmed(3),
        'video.seconds': unconfirmed(60),
        'video.ratio': read([0.01, 10], media),
      },
    },
    reel: {
      title: 'Reel',
      limits: {
        'media.max': read(1, media),
        'images.max': read(0, media),
        'video.min_seconds': read(3, media),
        'video.ratio': read([0.01, 10], media),
      },
    },
    story: {
      title: 'Story',
      limits: {
        'video.bytes': read(100 * MB, media),
        'video.min_seconds': read(3, media),
        'video.seconds': read(60, media),
        'video.ratio': read([0.1, 10], media),
      },
    },
  } satisfies Record<FormatName, Format>,
  formatOf,
  settings: settingsSchema,
  check: (version, account) => [
    ...checkWidths(version.media),
    ...checkFitting(version),
    ...checkCover(version),
    ...checkTags(version),
    ...checkComment(version, account),
  ],
  advise: (version, account) => [
    ...adviseTier(tiers, account),
    ...adviseStory(version),
    ...adviseIgnored(version),
    ...adviseLinks(version),
    ...adviseAlts(version),
  ],
};

export type FormatName = 'feed' | 'carousel' | 'reel' | 'story';

/** What Instagram makes of the files. Since 2023-07 a single video is a reel. */
export function formatOf({ settings, media }: Pick<Version, 'settings' | 'media'>): FormatName {
  if (settings.format === 'story' || settings.format === 'reel') return settings.format;
  if (media.length > 1) return 'carousel';
  return media[0]?.kind === 'video' ? 'reel' : 'feed';
}

function read<T>(value: T, source: string): Limit<T> {
  return { value, source, checked: '2026-11-22' };
}

/** Only clients in use show these. */
function unconfirmed<T>(value: T): Limit<T> {
  return { ...read(value, guide), confirmed: false };
}

/** The settings that only some formats have. */
const formatsWith: Readonly<Record<string, readonly FormatName[]>> = {
  cover: ['reel'],
  cover_at_ms: ['reel'],
  audio_name: ['reel'],
  trial: ['reel'],
  collaborators: ['feed', 'carousel', 'reel'],
  location: ['feed', 'carousel', 'reel'],
  first_comment: ['feed', 'carousel', 'reel'],
};

function checkFitting(version: Version): Violation[] {
  const format = formatOf(version);
  return Object.entries(formatsWith).flatMap(([name, formats]) => {
    if (version.settings[name] === undefined || formats.includes(format)) return [];
    const message = `has this setting in ${formats.length > 1 ? 'the feed' : 'reels'} only; this post is a ${format === 'feed' ? 'post in the feed' : format}`;
    return [
      {
        field: `settings.${name}`,
        rule: 'format.setting',
        measured: format,
        limit: formats,
        unit: 'formats',
        message,
      },
    ];
  });
}

/** Instagram fetches the file as it is: Belfry does not convert it. */
function checkCover({ settings, files }: Version): Violation[] {
  const cover = typeof settings.cover === 'number' ? files?.get(settings.cover) : undefined;
  if (cover === undefined) return [];
  const violation = (rule: string, measured: string | number, limit: string | number, message: string) => [
    { field: 'settings.cover', rule, measured, limit, unit: rule.split('.')[1] ?? '', message },
  ];
  if (cover.mimeType !== 'image/jpeg')
    return violation(
      'cover.type',
      cover.mimeType,
      'image/jpeg',
      `accepts covers of the type image/jpeg; this file is ${cover.mimeType}`,
    );
  if (cover.size <= 8 * MB) return [];
  const [allowed, actual] = comparedSizes(8 * MB, cover.size);
  const message = `allows at most ${allowed} for a cover; this image has ${actual}`;
  return violation('cover.bytes', cover.size, 8 * MB, message);
}

function checkTags({ settings, media }: Version): Violation[] {
  const tags = Array.isArray(settings.user_tags) ? settings.user_tags : [];
  return tags.flatMap((tag, index) => {
    const at = Number(field(tag, 'media') ?? 0);
    const problem = problemOfTag(tag, at, media[at]);
    if (problem === undefined) return [];
    const common = { rule: 'tag.place', measured: at, limit: media.length, unit: 'files', message: problem };
    return [{ field: `settings.user_tags.${index}`, ...common }];
  });
}

function problemOfTag(tag: unknown, at: number, file: MediaFacts | undefined): string | undefined {
  if (file === undefined) return `has no file number ${at + 1} in this post, which the tag names`;
  const hasPlace = field(tag, 'x') !== undefined && field(tag, 'y') !== undefined;
  if (file.kind === 'image' && !hasPlace) return 'needs the place (x and y) of a person in an image';
  return undefined;
}

function checkComment({ settings }: Version, { scopes }: AccountLimits): Violation[] {
  const needed = ['instagram_manage_comments', 'instagram_business_manage_comments'];
  if (scopes === undefined || needed.some((scope) => scopes.includes(scope))) return [];
  const message =
    'does not allow this sign-in to write comments. Connect the channel again, and allow what Instagram asks';
  const common = { rule: 'comment.scope', measured: 0, limit: 1, unit: 'permissions', message };
  const name = ['first_comment', 'comments_enabled'].find((each) =>
    each === 'first_comment' ? textField(settings, each) !== undefined : settings[each] === false,
  );
  return name === undefined ? [] : [{ field: `settings.${name}`, ...common }];
}

function adviseStory(version: Version): Advice[] {
  if (formatOf(version) !== 'story' || version.text.trim() === '') return [];
  const message = 'Stories have no text. Instagram shows the files only.';
  return [{ field: 'content', rule: 'story.text', message }];
}

/** These may be the usual settings of a channel, so they are not refused. */
function adviseIgnored(version: Version): Advice[] {
  const format = formatOf(version);
  const { share_to_feed, comments_enabled } = version.settings;
  const advice = (field: string, message: string) => [{ field, rule: 'format.setting', message }];
  const isFed = share_to_feed === false && format !== 'reel';
  const isOpen = comments_enabled === false && format === 'story';
  return [
    ...(isFed ? advice('settings.share_to_feed', 'Only a reel can be kept out of the feed.') : []),
    ...(isOpen ? advice('settings.comments_enabled', 'Comments cannot be turned off for a story.') : []),
  ];
}

function adviseLinks(version: Version): Advice[] {
  if (formatOf(version) === 'story' || countLinks(version.text) === 0) return [];
  return [{ field: 'content', rule: 'text.links', message: 'Links in a text do not work on Instagram.' }];
}

function adviseAlts(version: Version): Advice[] {
  const format = formatOf(version);
  return version.media.flatMap(({ altText, kind }, index) => {
    if (!altText || (kind === 'image' && format !== 'story')) return [];
    const message = 'Instagram has descriptions for images in the feed only. Belfry leaves this one out.';
    return [{ field: `media_ids.${index}`, rule: 'alt.lost', message }];
  });
}
