import type { JsonSchema, ValueOf } from '../core/json.ts';
import { flag, vocabulary } from '../core/vocabulary.ts';

const messageId = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const;

const { description: _, ...address } = vocabulary.link;
const { question, options, duration_minutes } = vocabulary.poll.properties;

/** https://core.telegram.org/bots/api#sendpoll (2026-11-22) */
const poll = {
  ...vocabulary.poll,
  required: ['question', 'options'],
  properties: {
    question: { ...question, pattern: '\\S' },
    options: { ...options, items: { ...options.items, maxLength: 100 }, maxItems: 12 },
    duration_minutes: {
      ...duration_minutes,
      description: 'Without a value, the poll stays open.',
      minimum: 1,
    },
    is_multiple: flag('Several answers', 'poll_is_multiple', 'People may choose more than one answer.'),
  },
} as const satisfies JsonSchema;

export const settings = {
  type: 'object',
  additionalProperties: false,
  properties: {
    parse_mode: {
      type: 'string',
      title: 'Format of the text',
      'x-code': 'parse_mode',
      description:
        'HTML: the tags b, i, u, s, code, pre, blockquote, tg-spoiler and a, with &lt; &gt; &amp; for these characters.',
      enum: ['none', 'HTML'],
      default: 'none',
    },
    silent: flag('Silent', 'silent', 'Notifies without a sound.'),
    protect_content: flag('Protected', 'protect_content', 'Readers cannot forward or save the post.'),
    link_preview: {
      type: 'string',
      title: 'Preview of a link',
      'x-code': 'link_preview',
      enum: ['default', 'off', 'small', 'large', 'above'],
      default: 'default',
    },
    spoiler: flag('Spoiler', 'spoiler', 'Covers the files until a reader taps on them.'),
    caption_above: flag('Text above the files', 'caption_above', 'Shows the text above the files.'),
    message_thread_id: {
      ...messageId,
      title: 'Topic',
      'x-code': 'topic',
      description: 'Number of a topic of this group, to which the post goes.',
    },
    reply_to: {
      ...messageId,
      title: 'Reply to',
      'x-code': 'reply_to',
      description: 'Number of a message of this chat.',
    },
    buttons: {
      type: 'array',
      title: 'Buttons',
      'x-code': 'buttons',
      description: 'Links below the post, each in its own row.',
      maxItems: 10,
      items: {
        type: 'object',
        title: 'Button',
        'x-code': 'button',
        additionalProperties: false,
        required: ['text', 'url'],
        properties: {
          text: {
            type: 'string',
            title: 'Text',
            'x-code': 'button_text',
            pattern: '\\S',
            maxLength: 64,
          },
          url: { ...address, title: 'Address', 'x-code': 'button_url' },
        },
      },
    },
    pin: flag('Pin', 'pin', 'Pins the post in the chat, without a notice.'),
    poll,
    thread: { ...vocabulary.thread, items: { type: 'string', maxLength: 100_000, pattern: '\\S' } },
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settings>;
