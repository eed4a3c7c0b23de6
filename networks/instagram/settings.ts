/** The settings of a post. */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import { vocabulary } from '../core/vocabulary.ts';

const flag = <const Title extends string, const Code extends string, const Default extends boolean>(
  title: Title,
  code: Code,
  description: string,
  byDefault: Default,
) => ({ type: 'boolean', title, 'x-code': code, description, default: byDefault }) as const;

const { properties: tag, ...tags } = vocabulary.user_tags.items;
/** With or without the sign before it. */
const username = { type: 'string', pattern: '^@?[A-Za-z0-9._]{1,30}$', maxLength: 31 } as const;

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media (2026-11-22) */
export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    format: {
      ...vocabulary.format,
      description:
        'Feed: an image, a carousel of several files, or a reel if the only file is a video. Reel: a video. Story: each file is a story of 24 hours.',
      enum: ['feed', 'reel', 'story'],
      default: 'feed',
    },
    share_to_feed: flag('Show in the feed', 'share_to_feed', 'A reel is also in the feed.', true),
    cover: { ...vocabulary.cover, description: 'A JPEG image that is shown before the reel plays.' },
    cover_at_ms: vocabulary.cover_at_ms,
    audio_name: {
      type: 'string',
      title: 'Name of the sound',
      'x-code': 'audio_name',
      description: 'What a reel calls its own sound. It cannot be changed later.',
      pattern: '\\S',
      maxLength: 100,
    },
    trial: {
      type: 'string',
      title: 'Trial reel',
      'x-code': 'trial',
      description:
        'The reel is first shown only to people who do not follow the account. manual: a person shows it to all; performance: Instagram does if it does well.',
      enum: ['manual', 'performance'],
    },
    collaborators: { ...vocabulary.collaborators, items: username, maxItems: 3 },
    user_tags: {
      ...vocabulary.user_tags,
      items: { ...tags, properties: { ...tag, username: { ...tag.username, ...username } } },
    },
    location: {
      ...vocabulary.location,
      description: 'Id of a Facebook Page that has an address.',
      pattern: '^[0-9]{1,30}$',
    },
    is_ai_generated: flag('Made with AI', 'ai_generated', 'The post is labelled as made with AI.', false),
    first_comment: { ...vocabulary.first_comment, maxLength: 2200 },
    comments_enabled: flag('Comments', 'comments_enabled', 'People may comment on the post.', true),
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settingsSchema>;
