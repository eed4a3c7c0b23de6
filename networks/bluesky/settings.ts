import type { JsonSchema } from '../core/json.ts';

/** A target's `settings`, after the schema below accepted them. */
export type Settings = {
  langs?: string[];
  labels?: string[];
  tags?: string[];
  reply_gate?: 'everyone' | 'nobody' | ReplyRules;
  disable_quotes?: boolean;
  link_card?: { url: string; title: string; description?: string };
  thread?: string[];
};

export type ReplyRules = { mention?: boolean; follower?: boolean; following?: boolean };

/** Posts in one thread, including the first. Our own limit, well below the 200 records of one write. */
const longestThread = 25;

export const settingsSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    langs: {
      type: 'array',
      title: 'Languages',
      'x-code': 'languages',
      description: 'The languages of the post, as BCP 47 tags such as "en" or "pt-BR".',
      items: { type: 'string', maxLength: 40, pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$' },
      maxItems: 3,
      uniqueItems: true,
    },
    labels: {
      type: 'array',
      title: 'Content warnings',
      'x-code': 'content_warnings',
      items: { enum: ['sexual', 'nudity', 'porn', 'graphic-media'] },
      maxItems: 4,
      uniqueItems: true,
    },
    tags: {
      type: 'array',
      title: 'Further hashtags',
      'x-code': 'hashtags',
      description: 'Hashtags that are not in the text, written without "#". People find the post by them.',
      items: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[^#\\s]+$' },
      maxItems: 8,
      uniqueItems: true,
    },
    reply_gate: {
      ...replyGateSchema(),
      title: 'Who may reply',
      'x-code': 'who_may_reply',
      default: 'everyone',
    },
    disable_quotes: { type: 'boolean', title: 'Forbid quotes', 'x-code': 'forbid_quotes', default: false },
    link_card: linkCardSchema(),
    thread: {
      type: 'array',
      title: 'Thread',
      'x-code': 'thread',
      description: 'Further posts, each a reply to the one before. All are published together.',
      items: { type: 'string', minLength: 1, maxLength: 10_000 },
      maxItems: longestThread - 1,
    },
  },
};

function replyGateSchema(): JsonSchema {
  const rule = (code: string, title: string) => ({ type: 'boolean', title, 'x-code': code, default: false });
  return {
    oneOf: [
      { enum: ['everyone', 'nobody'] },
      {
        type: 'object',
        description: 'People who match at least one of these may reply.',
        properties: {
          mention: rule('reply_mentioned', 'People the post mentions'),
          follower: rule('reply_followers', 'Followers'),
          following: rule('reply_followed', 'People the account follows'),
        },
        additionalProperties: false,
        minProperties: 1,
      },
    ],
  };
}

function linkCardSchema(): JsonSchema {
  return {
    type: 'object',
    title: 'Link card',
    'x-code': 'link_card',
    description: 'A preview of a web page below the text. A post has either a link card or media.',
    properties: {
      url: {
        type: 'string',
        title: 'Address',
        'x-code': 'link_card_address',
        maxLength: 4000,
        pattern: '^https?://[^\\s/]\\S*$',
      },
      title: { type: 'string', title: 'Title', 'x-code': 'link_card_title', minLength: 1, maxLength: 300 },
      description: {
        type: 'string',
        title: 'Description',
        'x-code': 'link_card_description',
        maxLength: 1000,
        default: '',
      },
    },
    required: ['url', 'title'],
    additionalProperties: false,
  };
}
