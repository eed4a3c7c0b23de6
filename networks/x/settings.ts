/** The settings of a post on X: https://docs.x.com/x-api/posts/create-post (2026-11-22). */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import { flag, vocabulary } from '../core/vocabulary.ts';

const id = '^[0-9]{1,19}$';

export const settings = {
  type: 'object',
  additionalProperties: false,
  properties: {
    thread: vocabulary.thread,
    poll: {
      ...vocabulary.poll,
      description: 'The text is the question.',
      required: ['options', 'duration_minutes'],
      properties: {
        options: {
          ...vocabulary.poll.properties.options,
          items: { type: 'string', pattern: '\\S', maxLength: 25 },
          maxItems: 4,
        },
        duration_minutes: { ...vocabulary.poll.properties.duration_minutes, maximum: 10_080 },
      },
    },
    quote: { ...vocabulary.quote, pattern: id, maxLength: 19 },
    first_comment: vocabulary.first_comment,
    reply_settings: {
      type: 'string',
      title: 'Who can reply',
      'x-code': 'who_can_reply',
      enum: ['everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'],
      default: 'everyone',
    },
    made_with_ai: flag('Made with AI', 'made_with_ai', 'Software made the pictures or the video.'),
    paid_partnership: flag('Paid partnership', 'paid_partnership', 'Somebody pays for the post.'),
    community_id: {
      type: 'string',
      title: 'Community',
      'x-code': 'community',
      description: 'The number in the address of the community.',
      pattern: id,
      maxLength: 19,
    },
    share_with_followers: flag(
      'Also to followers',
      'share_with_followers',
      'Followers see the post in the community, too.',
    ),
    for_super_followers_only: flag(
      'Subscribers only',
      'subscribers_only',
      'Only subscribers of the account see the post.',
    ),
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;
