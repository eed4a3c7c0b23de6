/** The settings that members and Pages have in common. Safe for the browser. */
import type { JsonSchema, ValueOf } from '../../core/json.ts';
import { flag, vocabulary } from '../../core/vocabulary.ts';

/** Minutes. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/poll-post-api (2026-11-22) */
export const pollDurations = {
  1440: 'ONE_DAY',
  4320: 'THREE_DAYS',
  10080: 'SEVEN_DAYS',
  20160: 'FOURTEEN_DAYS',
};

const { question, options } = vocabulary.poll.properties;

/** Not confirmed: the lengths of titles, of a comment, and of a poll's question and answers stand on no page. */
const properties = {
  format: {
    ...vocabulary.format,
    description: 'Post: as usual. Document: each image becomes a page of a document, to be swiped.',
    enum: ['post', 'document'],
    default: 'post',
  },
  visibility: {
    ...vocabulary.visibility,
    description: 'Who sees the post: everybody, or only people who are signed in to LinkedIn.',
    enum: ['public', 'logged_in'],
    default: 'public',
  },
  disable_reshare: flag('No reposts', 'disable_reshare', 'Other people cannot repost the post.'),
  title: {
    ...vocabulary.title,
    description: 'Title of the video or of the document. A document needs one.',
    maxLength: 200,
  },
  cover: vocabulary.cover,
  link: vocabulary.link,
  link_title: {
    type: 'string',
    title: 'Title of the link',
    'x-code': 'link_title',
    description: 'Without a value, the name of the site.',
    pattern: '\\S',
    maxLength: 400,
  },
  link_description: {
    type: 'string',
    title: 'Description of the link',
    'x-code': 'link_description',
    pattern: '\\S',
    maxLength: 4000,
  },
  link_image: {
    ...vocabulary.cover,
    title: 'Image of the link',
    'x-code': 'link_image',
    description: 'Without a value, the card has no image.',
  },
  poll: {
    ...vocabulary.poll,
    required: ['question', 'options'],
    properties: {
      question: { ...question, pattern: '\\S', maxLength: 140 },
      options: { ...options, items: { ...options.items, maxLength: 30 }, maxItems: 4 },
      duration_minutes: {
        type: 'integer',
        title: 'Duration',
        'x-code': 'poll_period',
        enum: [1440, 4320, 10_080, 20_160],
        default: 10_080,
      },
    },
  },
  first_comment: { ...vocabulary.first_comment, maxLength: 1250 },
} as const;

export const pageSettings = {
  type: 'object',
  properties,
  additionalProperties: false,
} as const satisfies JsonSchema;

export const memberSettings = {
  type: 'object',
  properties: {
    ...properties,
    visibility: {
      ...properties.visibility,
      description:
        'Who sees the post: everybody, only your connections, or only people who are signed in to LinkedIn.',
      enum: ['public', 'connections', 'logged_in'],
    },
  },
  additionalProperties: false,
} as const satisfies JsonSchema;

/** What a member's post can have, and therefore also a Page's. */
export type Settings = ValueOf<typeof memberSettings>;
