import type { JsonSchema, ValueOf } from '../core/json.ts';
import { vocabulary } from '../core/vocabulary.ts';

/** Posts in one thread, including the first. Our own limit, well below the 200 records of one write. */
const longestThread = 25;

/**
 * BCP 47: a language, then, if any, its extension, script, region and variants. Servers refuse every other order. What people
 * do not choose for a post, such as private use, is left out.
 * https://github.com/bluesky-social/atproto/blob/main/packages/syntax/src/language.ts (2026-11-28)
 */
const languageTag =
  '^[a-zA-Z]{2,3}(-[a-zA-Z]{3})?(-[a-zA-Z]{4})?(-([a-zA-Z]{2}|[0-9]{3}))?(-([a-zA-Z0-9]{5,8}|[0-9][a-zA-Z0-9]{3})){0,2}$';

const replyRule = <const Code extends string>(code: Code, title: string) =>
  ({ type: 'boolean', title, 'x-code': code, default: false }) as const;

const replyGateSchema = {
  oneOf: [
    { enum: ['everyone', 'nobody'] },
    {
      type: 'object',
      description: 'People who match at least one of these may reply.',
      properties: {
        mention: replyRule('reply_mentioned', 'People the post mentions'),
        follower: replyRule('reply_followers', 'Followers'),
        following: replyRule('reply_followed', 'People the account follows'),
      },
      additionalProperties: false,
      minProperties: 1,
    },
  ],
} as const;

const linkCardSchema = {
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
} as const;

/** The address that the official app shows, or the post's own. */
const quoteAddress =
  '^(?:https://bsky\\.app/profile/([^\\s/?#]+)/post/|at://([^\\s/?#]+)/app\\.bsky\\.feed\\.post/)([\\w.:~-]+)/?(?:[?#]\\S*)?$';

/** Whose post is quoted, by handle or DID, and its record key. */
export function readQuote(address: string): { actor: string; rkey: string } | undefined {
  const [, page, own, rkey] = new RegExp(quoteAddress).exec(address) ?? [];
  const actor = page ?? own;
  return actor === undefined || rkey === undefined ? undefined : { actor, rkey };
}

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    langs: {
      type: 'array',
      title: 'Languages',
      'x-code': 'languages',
      description: 'The languages of the post, as BCP 47 tags such as "en" or "pt-BR".',
      items: { type: 'string', maxLength: 40, pattern: languageTag },
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
      ...replyGateSchema,
      title: 'Who may reply',
      'x-code': 'who_may_reply',
      default: 'everyone',
    },
    disable_quotes: { type: 'boolean', title: 'Forbid quotes', 'x-code': 'forbid_quotes', default: false },
    link_card: linkCardSchema,
    quote: {
      ...vocabulary.quote,
      description: 'Address of the post that this one quotes, at bsky.app or beginning with at://.',
      pattern: quoteAddress,
      maxLength: 1000,
    },
    thread: {
      ...vocabulary.thread,
      description: 'Further posts, each a reply to the one before. All are published together.',
      items: { type: 'string', minLength: 1, maxLength: 10_000 },
      maxItems: longestThread - 1,
    },
  },
} as const satisfies JsonSchema;

/** A target's `settings`, as the schema accepts them. */
export type Settings = ValueOf<typeof settingsSchema>;
export type ReplyRules = Exclude<NonNullable<Settings['reply_gate']>, string>;
