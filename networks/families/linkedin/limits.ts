/** The limits and checks that members and Pages have in common. Safe for the browser. */

import { field, textField } from '../../core/json.ts';
import type { AccountLimits, Advice, Format, Limit, Limits, Version, Violation } from '../../core/limits.ts';
import { adviseTier } from '../../core/tiers.ts';
import { countLinks } from '../../core/words.ts';
import { tiers } from './tiers.ts';

const shares = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares';

function read<T>(value: T, page: string): Limit<T> {
  return { value, source: `${shares}/${page}`, checked: '2026-11-22' };
}

export const limits: Limits = {
  // Whether LinkedIn counts UTF-16 units or code points is not documented. UTF-16 units are never fewer.
  'text.max': { ...read(3000, 'posts-api'), unit: 'utf16' },
  'media.max': read(20, 'multiimage-post-api'),
  'images.max': read(20, 'multiimage-post-api'),
  'videos.max': read(1, 'posts-api'),
  'media.mixed': read(false, 'posts-api'),
  'image.types': read(['image/jpeg', 'image/png', 'image/gif'], 'images-api'),
  'image.pixels': read(36_152_319, 'images-api'),
  'alt.max': read(4086, 'images-api'),
  'video.types': read(['video/mp4'], 'videos-api'),
  'video.bytes': read(500_000_000, 'videos-api'),
  'video.seconds': read(1800, 'videos-api'),
  'video.min_seconds': read(3, 'videos-api'),
};

/**
 * A PDF that Belfry makes of images. So many images of the largest size, the most of a post, make one of less than 100 MB.
 */
export const mostDocument = 100_000_000;
const mostPages = 20;
const pageBytes = Math.floor(mostDocument / mostPages) - 10_000;

export const formats: Readonly<Record<'post' | 'document', Format>> = {
  post: { title: 'Post', limits: {} },
  document: {
    title: 'Document',
    limits: {
      'media.min': read(1, 'documents-api'),
      'media.max': read(300, 'documents-api'),
      'images.max': read(300, 'documents-api'),
      'media.bytes': read(mostDocument, 'documents-api'),
      'videos.max': read(0, 'documents-api'),
      // A PDF contains a JPEG as it is. LinkedIn never sees the images themselves.
      'image.types': read(['image/jpeg'], 'documents-api'),
      'image.bytes': read(pageBytes, 'documents-api'),
    },
  },
};

export function formatOf({ settings }: Pick<Version, 'settings'>): keyof typeof formats {
  return settings.format === 'document' ? 'document' : 'post';
}

/** Bytes of a video, at least. */
const minVideo = 75_000;

/** What the shared check cannot express. */
export function checkContent(version: Version): Violation[] {
  const { text, settings, media } = version;
  const hasVideo = media.some(({ kind }) => kind === 'video');
  const isDocument = formatOf(version) === 'document';
  return [
    ...violate(text.trim() === '' && media.length === 0, 'content', 'text.min', 'needs a text or a file', {
      params: { needs: ['text', 'files'] },
    }),
    ...violate(
      [media.length > 0, settings.link !== undefined, settings.poll !== undefined].filter(Boolean).length > 1,
      settings.poll === undefined ? 'settings.link' : 'settings.poll',
      'content.kinds',
      'shows either files, or a link as a card, or a poll in one post',
    ),
    ...violate(
      settings.title !== undefined && !hasVideo && !isDocument,
      'settings.title',
      'title.video',
      'allows a title only with a video or a document',
    ),
    ...violate(
      settings.title === undefined && isDocument,
      'settings.title',
      'title.document',
      'needs a title of the document',
    ),
    ...violate(
      settings.cover !== undefined && !hasVideo,
      'settings.cover',
      'cover.video',
      'allows a cover only with a video',
    ),
    ...(['link_title', 'link_description', 'link_image'] as const).flatMap((name) =>
      violate(
        settings[name] !== undefined && settings.link === undefined,
        `settings.${name}`,
        'link.missing',
        'needs the address of the link',
      ),
    ),
  ];
}

/** `needs`: the scope that the post needs, and the one that a first comment needs. */
export function checkScopes(
  { settings }: Version,
  { scopes }: AccountLimits,
  needs: { post: string; comment: string },
): Violation[] {
  const lacks = (scope: string) => scopes !== undefined && !scopes.includes(scope);
  const sentence = (scope: string) =>
    `needs the permission ${scope}, which this sign-in does not have. The operator’s app must get it from LinkedIn; then connect the account again`;
  return [
    ...violate(lacks(needs.post), 'content', 'scopes.post', sentence(needs.post), {
      params: { scope: needs.post },
    }),
    ...violate(
      settings.first_comment !== undefined && lacks(needs.comment),
      'settings.first_comment',
      'scopes.comment',
      sentence(needs.comment),
      { params: { scope: needs.comment } },
    ),
  ];
}

export function advise(version: Version, account: AccountLimits): Advice[] {
  const { text, settings, media } = version;
  const isDocument = formatOf(version) === 'document';
  const isBare = media.length === 0 && settings.link === undefined && settings.poll === undefined;
  const advice = adviseTier(tiers, account, { calls: 500, of_member: 100 });
  if (isBare && countLinks(text) > 0) {
    const message =
      'LinkedIn makes no card of an address in the text. Give the address as the link to show one.';
    advice.push({ field: 'content', rule: 'link.card', message });
  }
  const small = media.findIndex(({ kind, size }) => kind === 'video' && size < minVideo);
  if (small !== -1) {
    const message = 'LinkedIn accepts videos of at least 75 KB. It may refuse this one.';
    advice.push({ field: `media_ids.${small}`, rule: 'video.min_bytes', message });
  }
  if (isDocument && media.some(({ altText }) => altText)) {
    const message =
      'LinkedIn shows no alternative texts of a document. Say in the text of the post what the pages show.';
    advice.push({ field: 'media_ids', rule: 'alt.document', message });
  }
  if (!isDocument && media.length > 1 && media.some(({ altText }) => !altText)) {
    const message = 'Some of these images have no alternative text, which people who cannot see them need.';
    advice.push({ field: 'media_ids', rule: 'alt.missing', message });
  }
  if (field(settings, 'link') !== undefined && textField(settings, 'link_title') === undefined) {
    const message = 'LinkedIn does not read the page: without a title, the card shows the name of the site.';
    advice.push({ field: 'settings.link_title', rule: 'link.title', message });
  }
  return advice;
}

function violate(
  isBroken: boolean,
  field: string,
  rule: string,
  message: string,
  more: Partial<Violation> = {},
): Violation[] {
  return isBroken ? [{ field, rule, measured: 0, limit: 0, unit: 'settings', message, ...more }] : [];
}
