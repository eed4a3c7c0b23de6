/** The settings of a post: https://developers.facebook.com/docs/threads/reference/publishing (2026-11-22). */
import type { JsonSchema, ValueOf } from '../core/json.ts';
import { vocabulary } from '../core/vocabulary.ts';

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    thread: vocabulary.thread,
    topic_tag: {
      type: 'string',
      title: 'Topic',
      'x-code': 'topic',
      description: 'Without it, the first hashtag of the text is the topic.',
      pattern: '^\\s*[^\\s.&][^.&]*$',
      maxLength: 50,
    },
    link: {
      ...vocabulary.link,
      description:
        'Address of a page that a post without files shows as a card. Without it, the first link of the text.',
    },
    poll: {
      ...vocabulary.poll,
      description: 'The text is the question. Only in posts without files.',
      properties: {
        options: {
          ...vocabulary.poll.properties.options,
          items: { type: 'string', pattern: '\\S', maxLength: 25 },
          maxItems: 4,
        },
      },
    },
    quote: { ...vocabulary.quote, pattern: '^[0-9]{1,30}$', maxLength: 30 },
    location: {
      ...vocabulary.location,
      pattern: '^[0-9]{1,30}$',
      maxLength: 30,
      'x-belfry': 'search',
      description: 'A place, which Threads finds by its name or id.',
    },
    reply_control: {
      type: 'string',
      title: 'Who can reply',
      'x-code': 'who_can_reply',
      enum: [
        'everyone',
        'accounts_you_follow',
        'mentioned_only',
        'parent_post_author_only',
        'followers_only',
      ],
      default: 'everyone',
    },
    is_spoiler: {
      type: 'boolean',
      title: 'Spoiler',
      'x-code': 'spoiler',
      description: 'The files are hidden until a reader taps them.',
      default: false,
    },
    first_comment: vocabulary.first_comment,
  },
} as const satisfies JsonSchema;

export type Settings = ValueOf<typeof settingsSchema>;
