import type { JsonObject, JsonSchema } from '../core/json.ts';
import type { Limit, Rules, Version, Violation } from '../core/limits.ts';

/** A target's `settings`, once the schema below has let them pass. */
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

/** Older apps show nothing of a post with more images than this, for they do not know the gallery. */
export const mostPlainImages = 4;

const lexicons = 'https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky';
const officialApp = 'https://github.com/bluesky-social/social-app/blob/main/src/lib/constants.ts';
const longestThread = 25;

export const blueskyRules: Rules = {
  platform: 'bluesky',
  name: 'Bluesky',
  limits: {
    'text.max': { ...lexicon(300, 'feed/post.json'), unit: 'graphemes' },
    'text.max_bytes': lexicon(3000, 'feed/post.json'),
    'media.max': lexicon(10, 'embed/gallery.json'),
    'images.max': lexicon(10, 'embed/gallery.json'),
    'videos.max': lexicon(1, 'embed/video.json'),
    'media.mixed': lexicon(false, 'feed/post.json'),
    // The schema takes image/*; a GIF would stand still, and not every app shows HEIC or AVIF.
    'image.types': lexicon(['image/jpeg', 'image/png', 'image/webp'], 'embed/images.json'),
    'image.bytes': lexicon(2_000_000, 'embed/images.json'),
    'video.types': app(['video/mp4', 'video/mpeg', 'video/webm', 'video/quicktime']),
    'video.bytes': lexicon(300_000_000, 'embed/video.json'),
    'video.seconds': app(600),
    'alt.max': app(2000),
  },
  settings: settingsSchema(),
  parts: (version) => [
    { field: 'content', text: version.text },
    ...threadOf(version.settings).map((text, index) => ({ field: `settings.thread.${index}`, text })),
  ],
  check: (version) => [...checkEmpty(version), ...checkLinkCard(version), ...checkGallery(version)],
};

/** The further parts of a thread. Settings may still be a draft nobody has checked. */
export function threadOf(settings: JsonObject): string[] {
  return Array.isArray(settings.thread) ? settings.thread.map(String) : [];
}

function lexicon<T>(value: T, file: string): Limit<T> {
  return { value, source: `${lexicons}/${file}`, checked: '2026-11-21' };
}

/** A figure of the official app, not of the schema: other servers may take more. */
function app<T>(value: T): Limit<T> {
  return { value, source: officialApp, checked: '2026-11-21' };
}

function settingsSchema(): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      langs: {
        type: 'array',
        title: 'Languages',
        description: 'What the post is written in, as BCP 47 tags such as "en" or "pt-BR".',
        items: { type: 'string', pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$' },
        maxItems: 3,
        uniqueItems: true,
      },
      labels: {
        type: 'array',
        title: 'Content warnings',
        items: { enum: ['sexual', 'nudity', 'porn', 'graphic-media'] },
        uniqueItems: true,
      },
      tags: {
        type: 'array',
        title: 'Further hashtags',
        description: 'Tags that the post is found by and that do not stand in its text, without "#".',
        items: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[^#\\s]+$' },
        maxItems: 8,
        uniqueItems: true,
      },
      reply_gate: { ...replyGateSchema(), title: 'Who may reply', default: 'everyone' },
      disable_quotes: { type: 'boolean', title: 'Forbid quotes', default: false },
      link_card: linkCardSchema(),
      thread: {
        type: 'array',
        title: 'Thread',
        description: 'Further posts, each a reply to the one before; all go out at once.',
        items: { type: 'string', minLength: 1 },
        maxItems: longestThread - 1,
      },
    },
  };
}

function replyGateSchema(): JsonSchema {
  const rule = (title: string) => ({ type: 'boolean', title, default: false });
  return {
    oneOf: [
      { enum: ['everyone', 'nobody'] },
      {
        type: 'object',
        description: 'Those who fit one of these may reply.',
        properties: {
          mention: rule('People the post mentions'),
          follower: rule('Followers'),
          following: rule('People the account follows'),
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
    description: 'A preview of a page below the text. Stands in place of media.',
    properties: {
      url: { type: 'string', title: 'Address', format: 'uri', pattern: '^https?://' },
      title: { type: 'string', title: 'Title', minLength: 1, maxLength: 300 },
      description: { type: 'string', title: 'Description', maxLength: 1000, default: '' },
    },
    required: ['url', 'title'],
    additionalProperties: false,
  };
}

function checkEmpty({ text, media, settings }: Version): Violation[] {
  const isCarried = media.length > 0 || settings.link_card !== undefined;
  const parts = threadOf(settings).map((part, index) => ({ field: `settings.thread.${index}`, text: part }));
  const mayNotBeEmpty = isCarried ? parts : [{ field: 'content', text }, ...parts];
  return mayNotBeEmpty
    .filter((part) => part.text.trim() === '')
    .map(({ field }) => ({
      field,
      rule: 'text.min',
      measured: 0,
      limit: 1,
      unit: 'graphemes',
      message: 'needs a text, media or a link card in every post; this one is empty',
    }));
}

function checkLinkCard({ media, settings }: Version): Violation[] {
  if (settings.link_card === undefined || media.length === 0) return [];
  return [
    {
      field: 'settings.link_card',
      rule: 'media.mixed',
      measured: media.length,
      limit: 0,
      unit: 'files',
      message: 'takes either media or a link card in one post, not both',
    },
  ];
}

/** The gallery lays its images out before it has loaded them. */
function checkGallery({ media }: Version): Violation[] {
  if (media.length <= mostPlainImages) return [];
  return media.flatMap(({ width, height }, index) =>
    width && height
      ? []
      : [
          {
            field: `media_ids.${index}`,
            rule: 'image.size',
            measured: 'unknown',
            limit: mostPlainImages,
            unit: 'images',
            message: `takes more than ${mostPlainImages} images only if their sizes are known; this one’s is not`,
          },
        ],
  );
}
