import type { JsonSchema, ValueOf } from '../core/json.ts';
import { flag, vocabulary } from '../core/vocabulary.ts';
import { forumSettings, messageSettings, snowflake } from '../families/discord/settings.ts';

export const settings = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: forumSettings.title,
    applied_tags: { ...forumSettings.applied_tags, 'x-belfry': 'options' },
    thread_id: {
      ...snowflake,
      title: 'Thread of the channel',
      'x-code': 'thread_id',
      'x-belfry': 'options',
      description: 'Id of a thread or forum post of this channel, to which the message goes.',
    },
    reply_to: {
      ...snowflake,
      title: 'Reply to',
      'x-code': 'reply_to',
      description: 'Id of a message of this channel or thread.',
    },
    ...messageSettings,
    crosspost: flag(
      'Publish to followers',
      'crosspost',
      'Also sends the message to the channels that follow this announcement channel.',
    ),
    thread: { ...vocabulary.thread, items: { type: 'string', maxLength: 10_000, pattern: '\\S' } },
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;
