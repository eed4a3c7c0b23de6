/** Settings of every message. */
import type { JsonSchema, ValueOf } from '../../core/json.ts';
import { flag, vocabulary } from '../../core/vocabulary.ts';

export const snowflake = { type: 'string', maxLength: 20, pattern: '^[0-9]{15,20}$' } as const;

const { question, options, duration_minutes } = vocabulary.poll.properties;

/** https://docs.discord.com/developers/resources/poll (2026-11-22) */
const poll = {
  ...vocabulary.poll,
  required: ['question', 'options'],
  properties: {
    question: { ...question, pattern: '\\S' },
    options: { ...options, items: { ...options.items, maxLength: 55 }, minItems: 1 },
    duration_minutes: {
      ...duration_minutes,
      description: 'Whole hours. 24 hours without a value.',
      minimum: 60,
      maximum: 768 * 60,
      multipleOf: 60,
    },
    is_multiple: flag('Several answers', 'poll_is_multiple', 'People may choose more than one answer.'),
  },
} as const satisfies JsonSchema;

export const messageSettings = {
  mentions: {
    type: 'string',
    title: 'Who is notified',
    'x-code': 'who_is_notified',
    description:
      'Mentions in the text notify: none: nobody; users: the named people; roles: also the named roles; everyone: also @everyone and @here.',
    enum: ['none', 'users', 'roles', 'everyone'],
    default: 'none',
  },
  silent: flag('Silent', 'silent', 'Sends no push or desktop notification.'),
  suppress_embeds: flag('No previews', 'no_previews', 'Shows no previews of the links in the text.'),
  spoiler: flag('Spoiler', 'spoiler', 'Blurs the files until a reader clicks on them.'),
  poll,
} as const satisfies { [name: string]: JsonSchema };

/** Settings of a new post in a forum or media channel. */
export const forumSettings = {
  title: {
    type: 'string',
    title: 'Title',
    'x-code': 'title',
    description: 'The title of a new post in a forum or media channel. Other channels have no titles.',
    maxLength: 100,
    pattern: '\\S',
  },
  applied_tags: {
    type: 'array',
    title: 'Tags',
    'x-code': 'applied_tags',
    description: 'Ids of the tags of a new post in a forum or media channel.',
    items: snowflake,
    maxItems: 5,
    uniqueItems: true,
  },
} as const satisfies { [name: string]: JsonSchema };

const schema = { type: 'object', properties: messageSettings } as const satisfies JsonSchema;

export type MessageSettings = ValueOf<typeof schema>;
