import { type JsonSchema, textField, type ValueOf } from '../core/json.ts';
import { type AccountLimits, limitOf, limitsRead, type Rules, type Version } from '../core/limits.ts';
import { type Counting, countCodePoints, countEachTime, countGraphemes } from '../core/text.ts';
import { listParts } from '../core/thread.ts';
import { vocabulary } from '../core/vocabulary.ts';
import { checkPost } from './checks.ts';
import { countShortened } from './counting.ts';

const posting = 'https://docs.joinmastodon.org/user/posting/';
const code = 'https://github.com/mastodon/mastodon/blob/main/app';
const attachments = `${code}/models/media_attachment.rb`;

const read = limitsRead('2026-11-21');

const settings = {
  type: 'object',
  properties: {
    visibility: {
      type: 'string',
      title: 'Visibility',
      'x-code': 'visibility',
      description: 'Who sees the post. Without a value, the account’s own default applies.',
      enum: ['public', 'unlisted', 'private', 'direct'],
    },
    sensitive: {
      type: 'boolean',
      title: 'Sensitive media',
      'x-code': 'sensitive_media',
      description: 'Hides the media behind a click. On by default if the post has a content warning.',
    },
    spoiler_text: {
      type: 'string',
      title: 'Content warning',
      'x-code': 'content_warning',
      description: 'Shown in place of the text until the reader opens it. Counts toward the length limit.',
      maxLength: 10_000,
    },
    language: {
      type: 'string',
      title: 'Language',
      'x-code': 'language',
      description: 'ISO 639 code of the language, such as “en”.',
      maxLength: 40,
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    },
    quote_approval_policy: {
      type: 'string',
      title: 'Who may quote',
      'x-code': 'who_may_quote',
      description: 'Works on Mastodon 4.5 and newer.',
      enum: ['public', 'followers', 'nobody'],
    },
    quote: {
      ...vocabulary.quote,
      description: 'Address of the post that this one quotes. Works on Mastodon 4.5 and newer.',
      pattern: '^https?://[^\\s/?#]+/\\S+$',
      maxLength: 1000,
    },
    thread: {
      ...vocabulary.thread,
      description: 'Further posts, each a reply to the one before. Only the first contains the media.',
      items: { type: 'string', maxLength: 10_000, pattern: '\\S' },
    },
  },
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;

/** Mastodon's defaults. Every server states its own limits, which replace them when an account is connected. */
export const mastodonRules: Rules<'mastodon'> = {
  platform: 'mastodon',
  name: 'Mastodon',
  limits: {
    'text.max': { ...read(500, posting), unit: 'characters' },
    'text.url_length': read(23, `${code}/validators/status_length_validator.rb`),
    'media.max': read(4, posting),
    'videos.max': read(1, `${code}/services/post_status_service.rb`),
    'media.mixed': read(false, `${code}/services/post_status_service.rb`),
    'image.types': read(
      ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/heif', 'image/avif'],
      attachments,
    ),
    'video.types': read(['video/mp4', 'video/webm', 'video/quicktime', 'video/ogg'], attachments),
    'image.bytes': read(16 * 1024 * 1024, attachments),
    'video.bytes': read(99 * 1024 * 1024, attachments),
    'image.pixels': read(7680 * 4320, attachments),
    'video.pixels': read(3840 * 2160, attachments),
    'video.fps': { value: [1, 120], source: attachments, checked: '2026-11-28' },
    // https://github.com/mastodon/mastodon/pull/39306 raised this to 10,000; servers that have it state so.
    'alt.max': read(1500, attachments),
  },
  settings,
  parts: listParts,
  count: countPart,
  check: checkPost,
};

/** Servers that do not shorten links count every code point. The content warning is counted in every part. */
function countPart(
  text: string,
  { settings }: Version,
  account: AccountLimits,
  counting: Counting = countEachTime,
): number {
  const spoiler = textField(settings, 'spoiler_text') ?? '';
  const linkLength = limitOf(mastodonRules, account, 'text.url_length') ?? 0;
  if (linkLength === 0) return counting(countCodePoints, spoiler) + counting(countCodePoints, text);
  return counting(countGraphemes, spoiler) + countShortened(text, linkLength, counting);
}
