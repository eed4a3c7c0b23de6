/** The settings of a post on X: https://docs.x.com/x-api/posts/create-post (2026-11-22). */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import { vocabulary } from '../core/vocabulary.ts';

const id = '^[0-9]{1,19}$';

export const settings = {
  type: 'object',
  additionalProperties: false,
  properties: {
    thread: vocabulary.thread,
    poll: {
      type: 'object',
      title: 'Poll',
      'x-code': 'poll',
      description: 'The text is the question.',
      additionalProperties: false,
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
    made_with_ai: {
      type: 'boolean',
      title: 'Made with AI',
      'x-code': 'made_with_ai',
      description: 'The pictures or the video were made by software.',
      default: false,
    },
    paid_partnership: {
      type: 'boolean',
      title: 'Paid partnership',
      'x-code': 'paid_partnership',
      description: 'The post is advertising that somebody pays for.',
      default: false,
    },
    community_id: {
      type: 'string',
      title: 'Community',
      'x-code': 'community',
      description: 'Id of the community, which is the number in its address.',
      pattern: id,
      maxLength: 19,
    },
    share_with_followers: {
      type: 'boolean',
      title: 'Also to followers',
      'x-code': 'share_with_followers',
      description: 'Shows the post in a community to the followers of the account, too.',
      default: false,
    },
    for_super_followers_only: {
      type: 'boolean',
      title: 'Subscribers only',
      'x-code': 'subscribers_only',
      description: 'Only people who pay for a subscription to this account see the post.',
      default: false,
    },
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;
