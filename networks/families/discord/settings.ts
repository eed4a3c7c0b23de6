/** Settings of every message. */
import type { JsonSchema, ValueOf } from '../../core/json.ts';

export const snowflake = { type: 'string', maxLength: 20, pattern: '^[0-9]{15,20}$' } as const;

export const flag = <Title extends string, Code extends string, Description extends string>(
  title: Title,
  code: Code,
  description: Description,
) => ({ type: 'boolean', title, 'x-code': code, description, default: false }) as const;

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
