/**
 * The settings that several networks have, under one name each. A network takes those it has into its schema, and
 * replaces what differs: `{ ...vocabulary.first_comment, maxLength: 2200 }`. A setting with `"x-belfry": "media"` is the id
 * of a file of the library; one with `"options"` is chosen from what the network offers live; one with `"search"` from what
 * it finds by words, and may have a pattern by which ids can be told from words; one with `"consent"` is a declaration that
 * a person makes for exactly this version of the post; one with `"people"` is a list of people, each with a place in one of
 * the post's pictures.
 */
import type { JsonSchema } from './json.ts';

const media = { type: 'integer', minimum: 1, 'x-belfry': 'media' } as const;

/** A setting that is on or off, and off by default. */
export const flag = <Title extends string, Code extends string, Description extends string>(
  title: Title,
  code: Code,
  description: Description,
) => ({ type: 'boolean', title, 'x-code': code, description, default: false }) as const;

export const vocabulary = {
  /** A network adds the `description`: the sentence to which a person agrees. */
  consent: { type: 'boolean', const: true, title: 'Consent', 'x-code': 'consent', 'x-belfry': 'consent' },
  format: {
    type: 'string',
    title: 'Format',
    'x-code': 'format',
    description: 'How the network shows the post.',
  },
  title: { type: 'string', title: 'Title', 'x-code': 'title', pattern: '\\S', maxLength: 300 },
  visibility: { type: 'string', title: 'Visibility', 'x-code': 'visibility' },
  link: {
    type: 'string',
    title: 'Link',
    'x-code': 'link',
    description: 'Address of a page that the post shows as a card.',
    pattern: '^https?://[^\\s/]\\S*$',
    maxLength: 2000,
  },
  cover: {
    ...media,
    title: 'Cover',
    'x-code': 'cover',
    description: 'An image that is shown before the video plays.',
  },
  cover_at_ms: {
    type: 'integer',
    title: 'Cover from the video',
    'x-code': 'cover_at',
    description: 'The moment of the video, in milliseconds, whose picture is shown before it plays.',
    minimum: 0,
    maximum: 86_400_000,
  },
  first_comment: {
    type: 'string',
    title: 'First comment',
    'x-code': 'first_comment',
    description: 'A comment that Belfry adds as soon as the post is live.',
    pattern: '\\S',
    maxLength: 10_000,
  },
  thread: {
    type: 'array',
    title: 'Thread',
    'x-code': 'thread',
    description: 'Further posts, each a reply to the one before.',
    maxItems: 50,
    items: {
      anyOf: [
        { type: 'string', maxLength: 100_000, pattern: '\\S' },
        {
          type: 'object',
          additionalProperties: false,
          required: ['text'],
          properties: {
            text: { type: 'string', maxLength: 100_000 },
            media_ids: { type: 'array', items: media, maxItems: 20, uniqueItems: true },
          },
        },
      ],
    },
  },
  poll: {
    type: 'object',
    title: 'Poll',
    'x-code': 'poll',
    additionalProperties: false,
    required: ['options'],
    properties: {
      question: { type: 'string', title: 'Question', 'x-code': 'poll_question', maxLength: 300 },
      options: {
        type: 'array',
        title: 'Answers',
        'x-code': 'poll_options',
        items: { type: 'string', pattern: '\\S', maxLength: 300 },
        minItems: 2,
        maxItems: 10,
      },
      duration_minutes: {
        type: 'integer',
        title: 'Duration in minutes',
        'x-code': 'poll_duration',
        minimum: 5,
        maximum: 43_200,
      },
    },
  },
  quote: {
    type: 'string',
    title: 'Quoted post',
    'x-code': 'quote',
    description: 'Id of the post that this one quotes.',
    maxLength: 100,
  },
  location: {
    type: 'string',
    title: 'Location',
    'x-code': 'location',
    maxLength: 100,
  },
  user_tags: {
    type: 'array',
    title: 'People in the pictures',
    'x-code': 'user_tags',
    'x-belfry': 'people',
    maxItems: 20,
    items: {
      type: 'object',
      title: 'Person',
      'x-code': 'person',
      additionalProperties: false,
      required: ['username'],
      properties: {
        username: {
          type: 'string',
          title: 'User name',
          'x-code': 'username',
          pattern: '^\\S+$',
          maxLength: 100,
        },
        /** From the left and from the top, as parts of the picture’s sides. */
        x: { type: 'number', title: 'From the left', 'x-code': 'person_x', minimum: 0, maximum: 1 },
        y: { type: 'number', title: 'From the top', 'x-code': 'person_y', minimum: 0, maximum: 1 },
        /** The place of the picture in the post, from 0. */
        media: { type: 'integer', title: 'File', 'x-code': 'person_file', minimum: 0, maximum: 100 },
      },
    },
  },
  collaborators: {
    type: 'array',
    title: 'Collaborators',
    'x-code': 'collaborators',
    description: 'User names of accounts that are invited to appear as authors.',
    items: { type: 'string', pattern: '^\\S+$', maxLength: 100 },
    maxItems: 5,
    uniqueItems: true,
  },
} as const satisfies { [name: string]: JsonSchema };
