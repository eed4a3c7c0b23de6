import { field, listField, textField } from '../core/json.ts';
import { unless, when } from '../core/judging.ts';
import {
  type AccountLimits,
  type Advice,
  type Format,
  type Limit,
  limitsRead,
  type MediaFacts,
  type Rules,
  type Span,
  type Version,
  type Violation,
} from '../core/limits.ts';
import { adviseTier } from '../core/tiers.ts';
import { countLinks } from '../core/words.ts';
import { checkComments, checkCover, checkFormats, checkWidths } from '../families/meta/checks.ts';
import { tiers } from '../families/meta/tiers.ts';
import { settingsSchema } from './settings.ts';

const platform = 'https://developers.facebook.com/docs/instagram-platform';
const media = `${platform}/instagram-graph-api/reference/ig-user/media`;
const guide = `${platform}/content-publishing`;

const MB = 1_000_000;

const read = limitsRead('2026-11-22');
/** Only clients in use show these. */
const unconfirmed = <T>(value: T): Limit<T> => ({ ...read(value, guide), confirmed: false });

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
    // Instagram fetches the cover as it is.
    ...checkCover(version, ['image/jpeg'], 8 * MB),
    ...checkTags(version),
    ...checkScope(version, account),
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
  const name = format === 'feed' ? 'post in the feed' : format;
  return checkFormats(
    version,
    format,
    formatsWith,
    (formats) =>
      `has this setting in ${formats.length > 1 ? 'the feed' : 'reels'} only; this post is a ${name}`,
  );
}

function checkTags({ settings, media }: Version): Violation[] {
  return listField(settings, 'user_tags').flatMap((tag, index) => {
    const at = Number(field(tag, 'media') ?? 0);
    const problem = problemOfTag(tag, at, media[at]);
    const measured = { measured: at, limit: media.length, unit: 'files' };
    return unless(problem === '', `settings.user_tags.${index}`, 'tag.place', problem, measured);
  });
}

function problemOfTag(tag: unknown, at: number, file: MediaFacts | undefined): string {
  if (file === undefined) return `has no file number ${at + 1} in this post, which the tag names`;
  const hasPlace = field(tag, 'x') !== undefined && field(tag, 'y') !== undefined;
  if (file.kind === 'video' || hasPlace) return '';
  return 'needs the place (x and y) of a person in an image';
}

function checkScope({ settings }: Version, { scopes }: AccountLimits): Violation[] {
  const needed = ['instagram_manage_comments', 'instagram_business_manage_comments'];
  const isAllowed = scopes === undefined || needed.some((scope) => scopes.includes(scope));
  const closes = settings.comments_enabled === false ? 'comments_enabled' : undefined;
  const name = textField(settings, 'first_comment') === undefined ? closes : 'first_comment';
  return checkComments('Instagram', isAllowed, name);
}

function adviseStory(version: Version): Advice[] {
  const isLost = formatOf(version) === 'story' && version.text.trim() !== '';
  return when(isLost, 'content', 'story.text', 'Stories have no text. Instagram shows the files only.');
}

/** These may be the usual settings of a channel, so they are not refused. */
function adviseIgnored(version: Version): Advice[] {
  const format = formatOf(version);
  const { share_to_feed, comments_enabled } = version.settings;
  const ignored = (isIgnored: boolean, name: string, message: string) =>
    when(isIgnored, `settings.${name}`, 'format.setting', message);
  const isFed = share_to_feed === false && format !== 'reel';
  const isOpen = comments_enabled === false && format === 'story';
  return [
    ...ignored(isFed, 'share_to_feed', 'Only a reel can be kept out of the feed.'),
    ...ignored(isOpen, 'comments_enabled', 'Comments cannot be turned off for a story.'),
  ];
}

function adviseLinks(version: Version): Advice[] {
  const hasLinks = formatOf(version) !== 'story' && countLinks(version.text) > 0;
  return when(hasLinks, 'content', 'text.links', 'Links in a text do not work on Instagram.');
}

function adviseAlts(version: Version): Advice[] {
  const isStory = formatOf(version) === 'story';
  return version.media.flatMap(({ altText, kind }, index) => {
    const isLost = Boolean(altText) && (kind === 'video' || isStory);
    const message = 'Instagram has descriptions for images in the feed only. Belfry leaves this one out.';
    return when(isLost, `media_ids.${index}`, 'alt.lost', message);
  });
}
