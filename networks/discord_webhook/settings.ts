import type { JsonSchema, ValueOf } from '../core/json.ts';
import { forumSettings, messageSettings, snowflake } from '../families/discord/settings.ts';

export const settings = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...forumSettings,
    thread_id: {
      ...snowflake,
      title: 'Thread',
      'x-code': 'thread_id',
      description: 'Id of a thread or forum post in the webhook’s own channel, to which the message goes.',
    },
    username: {
      type: 'string',
      title: 'Name of the sender',
      'x-code': 'sender_name',
      description: 'Shown instead of the webhook’s name.',
      maxLength: 80,
      pattern: '\\S',
    },
    avatar_url: {
      type: 'string',
      title: 'Picture of the sender',
      'x-code': 'sender_picture',
      description: 'Public https address of an image, shown instead of the webhook’s picture.',
      maxLength: 2000,
      pattern: '^https://[^\\s/]\\S*$',
    },
    ...messageSettings,
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;
