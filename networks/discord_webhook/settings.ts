import type { JsonSchema, ValueOf } from '../core/json.ts';
import { flag, forumSettings, messageSettings, snowflake } from '../families/discord/settings.ts';

/** https://docs.discord.com/developers/resources/poll (2026-11-21) */
const poll = {
  type: 'object',
  title: 'Poll',
  'x-code': 'poll',
  properties: {
    question: {
      type: 'string',
      title: 'Question',
      'x-code': 'poll_question',
      maxLength: 300,
      pattern: '\\S',
    },
    answers: {
      type: 'array',
      title: 'Answers',
      'x-code': 'poll_answers',
      items: { type: 'string', maxLength: 55, pattern: '\\S' },
      minItems: 1,
      maxItems: 10,
    },
    hours: {
      type: 'integer',
      title: 'Hours',
      'x-code': 'poll_hours',
      description: 'How long the poll is open.',
      minimum: 1,
      maximum: 768,
      default: 24,
    },
    is_multiple: flag('Several answers', 'poll_is_multiple', 'People may choose more than one answer.'),
  },
  required: ['question', 'answers'],
  additionalProperties: false,
} as const satisfies JsonSchema;

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
    poll,
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;
