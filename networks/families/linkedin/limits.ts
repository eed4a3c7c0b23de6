/** The limits and checks that members and Pages have in common. Safe for the browser. */
import { field, textField } from '../../core/json.ts';
import { unless, when } from '../../core/judging.ts';
import {
  type AccountLimits,
  type Advice,
  type CaptionsRule,
  type Format,
  type Limits,
  limitsRead,
  type Params,
  type Version,
  type Violation,
} from '../../core/limits.ts';
import { adviseTier } from '../../core/tiers.ts';
import { countLinks } from '../../core/words.ts';
import { tiers } from './tiers.ts';

const shares = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares';

const readAt = limitsRead('2026-11-22');
const read = <const T>(value: T, page: string) => readAt(value, `${shares}/${page}`);

export const limits: Limits = {
  // Whether LinkedIn counts UTF-16 units or code points is not documented. UTF-16 units are never fewer.
  'text.max': { ...read(3000, 'posts-api'), unit: 'utf16' },
  'media.max': read(20, 'multiimage-post-api'),
  'images.max': read(20, 'multiimage-post-api'),
  'videos.max': read(1, 'posts-api'),
  'media.mixed': read(false, 'posts-api'),
  'image.types': read(['image/jpeg', 'image/png', 'image/gif'], 'images-api'),
  'image.pixels': read(36_152_319, 'images-api'),
  'animated.frames': read(250, 'images-api'),
  'alt.max': read(4086, 'images-api'),
  'video.types': read(['video/mp4'], 'videos-api'),
  'video.bytes': read(500_000_000, 'videos-api'),
  'video.seconds': read(1800, 'videos-api'),
  'video.min_seconds': read(3, 'videos-api'),
};

/** LinkedIn names one address for the captions of a video. */
export const captions: CaptionsRule = {
  format: 'srt',
  most: limitsRead('2026-11-24')(1, `${shares}/videos-api`),
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

/** A violation that counts nothing, unless the rule is kept. */
function demand(isKept: boolean, field: string, rule: string, message: string, params?: Params): Violation[] {
  const more = { measured: 0, unit: 'settings', ...(params && { params }) };
  return unless(isKept, field, rule, message, more);
}

/** What the shared check cannot express. */
export function checkContent(version: Version): Violation[] {
  const { text, settings, media } = version;
  const has = (name: string) => settings[name] !== undefined;
  const hasVideo = media.some(({ kind }) => kind === 'video');
  const isDocument = formatOf(version) === 'document';
  const kinds = [media.length > 0, has('link'), has('poll')].filter(Boolean).length;
  const isEmpty = text.trim() === '' && media.length === 0;
  const needs = ['text', 'files'];
  const ofLink = ['link_title', 'link_description', 'link_image'].filter(has);
  return [
    ...demand(!isEmpty, 'content', 'text.min', 'needs a text or a file', { needs }),
    ...demand(kinds < 2, has('poll') ? 'settings.poll' : 'settings.link', 'content.kinds', oneKind),
    ...demand(!has('title') || hasVideo || isDocument, 'settings.title', 'title.video', noTitle),
    ...demand(has('title') || !isDocument, 'settings.title', 'title.document', needsTitle),
    ...demand(!has('cover') || hasVideo, 'settings.cover', 'cover.video', noCover),
    ...ofLink.flatMap((name) => demand(has('link'), `settings.${name}`, 'link.missing', needsLink)),
  ];
}

const oneKind = 'shows either files, or a link as a card, or a poll in one post';
const noTitle = 'allows a title only with a video or a document';
const needsTitle = 'needs a title of the document';
const noCover = 'allows a cover only with a video';
const needsLink = 'needs the address of the link';

/** `needs`: the scope that the post needs, and the one that a first comment needs. */
export function checkScopes(
  { settings }: Version,
  { scopes }: AccountLimits,
  needs: { post: string; comment: string },
): Violation[] {
  const { post, comment } = needs;
  const has = (scope: string) => scopes?.includes(scope) ?? true;
  const message = (act: string) =>
    `does not allow this sign-in to ${act}. The operator’s app must get that right from LinkedIn; then connect the account again`;
  const canComment = settings.first_comment === undefined || has(comment);
  return [
    ...demand(has(post), 'content', 'scopes.post', message('publish posts'), { scope: post }),
    ...demand(canComment, 'settings.first_comment', 'scopes.comment', message('write comments'), {
      scope: comment,
    }),
  ];
}

export function advise(version: Version, account: AccountLimits): Advice[] {
  const { text, settings, media } = version;
  const isDocument = formatOf(version) === 'document';
  const isBare = media.length === 0 && settings.link === undefined && settings.poll === undefined;
  const small = media.findIndex(({ kind, size }) => kind === 'video' && size < minVideo);
  const described = media.filter(({ altText }) => altText).length;
  const isUntitled = field(settings, 'link') !== undefined && textField(settings, 'link_title') === undefined;
  return [
    ...adviseTier(tiers, account, { calls: 500, of_member: 100 }),
    ...when(isBare && countLinks(text) > 0, 'content', 'link.card', noCard),
    ...when(small !== -1, `media_ids.${small}`, 'video.min_bytes', smallVideo),
    ...when(isDocument && described > 0, 'media_ids', 'alt.document', noAltTexts),
    ...when(
      !isDocument && media.length > 1 && described < media.length,
      'media_ids',
      'alt.missing',
      fewAltTexts,
    ),
    ...when(isUntitled, 'settings.link_title', 'link.title', noName),
  ];
}

const noCard = 'LinkedIn makes no card of an address in the text. Give the address as the link to show one.';
const smallVideo = 'LinkedIn accepts videos of at least 75 KB. It may refuse this one.';
const noAltTexts =
  'LinkedIn shows no alternative texts of a document. Say in the text of the post what the pages show.';
const fewAltTexts = 'Some of these images have no alternative text, which people who cannot see them need.';
const noName = 'LinkedIn does not read the page: without a title, the card shows the name of the site.';
