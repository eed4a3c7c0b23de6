/** The media library. */
import type { Static } from 'typebox';
import { captionsOfVideo } from './captions.ts';
import { MAX_LABELS_OF_FILE } from './label-values.ts';
import { Label } from './labels.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import {
  API,
  byId,
  Count,
  closed,
  filter,
  Id,
  namedWorkspace,
  nullable,
  PUBLIC,
  Text,
  Timestamp,
  wrapped,
} from './shapes.ts';
import { type ThumbnailWidth, thumbnailWidths } from './thumbnails.ts';
import { Type } from './type.ts';

const MediaKind = Type.Enum(['image', 'video']);

export const Media = named(
  'Media',
  closed({
    id: Id,
    name: Type.String(),
    mime_type: Type.String(),
    kind: MediaKind,
    size: Count,
    width: nullable(Count),
    height: nullable(Count),
    duration: nullable(Count),
    animated: Type.Boolean({
      description: 'Whether an image has several frames. Always false for videos.',
    }),
    frames: {
      ...nullable(Count),
      description:
        'How many frames an animated image has; a million stands for more. Null: another file, or not counted yet.',
    },
    duration_ms: {
      ...nullable(Count),
      description: 'The duration of a video in milliseconds. Null: another file, or not read yet.',
    },
    video_codec: {
      ...nullable(Type.String()),
      description: '`avc`, `hevc`, `vp8`, `vp9` or `av1`. Null: no video, another codec, or not read yet.',
    },
    audio_codec: {
      ...nullable(Type.String()),
      description:
        'Such as `aac` or `opus`; `none` in a video without sound. Null: no video, or not read yet.',
    },
    frame_rate: {
      ...nullable(Type.Number()),
      description: 'Frames of a video in a second. Null: no video, or not read yet.',
    },
    alt_text: nullable(Type.String()),
    captions: captionsOfVideo,
    url: Type.String({ pattern: '^/api/v1/media/\\d+/file$' }),
    thumbnail_url: Type.String({
      pattern: '^/api/v1/media/\\d+/thumbnail\\?workspace=\\d+&v=[\\w.-]+$',
      description:
        'Names the workspace and the version, so browsers need no header and never ask twice. Append `&width=640` for another size.',
    }),
    created_at: Timestamp,
  }),
);

export type Media = Static<typeof Media>;

/** A file as the library shows it. Posts show their files without labels. */
export const LibraryMedia = named(
  'LibraryMedia',
  closed({ ...Media.properties, labels: Type.Array(Label, { description: 'By id.' }) }),
);

export type LibraryMedia = Static<typeof LibraryMedia>;

const altText = Type.Optional(nullable(Text({ maxLength: 1000 })));

/** Files per page of the library. */
export const MEDIA_PAGE = 30;

export const mediaRoutes = {
  uploadMedia: {
    method: 'POST',
    path: `${PUBLIC}/media`,
    summary: 'Upload an image, up to 16 MB',
    description: 'JPG, PNG, WebP or GIF. Belfry decides the type by the bytes, not by the name.',
    permission: 'media.write',
    form: closed({
      file: Type.String({
        contentMediaType: 'application/octet-stream',
        description: 'A JPG, PNG, WebP or GIF image of at most 16 MB and 100 megapixels.',
      }),
      alt_text: altText,
    }),
    status: 201,
    output: wrapped(LibraryMedia),
    errors: [
      'bad_request',
      'invalid',
      'unfit_file',
      'file_too_large',
      'media_quota_exceeded',
      'unsupported_media_type',
      'storage_full',
    ],
  },
  addMediaFromUrl: {
    method: 'POST',
    path: `${PUBLIC}/media/from-url`,
    summary: 'Add an image or a video from a public link',
    description:
      'A JPG, PNG, WebP or GIF of up to 16 MB and 100 megapixels, or an MP4, MOV or WebM of up to 512 MB. The download must finish within 20 seconds. Links and redirects to private networks are refused.',
    permission: 'media.write',
    body: closed({
      url: Text({ minLength: 1, maxLength: 4000 }),
      name: Type.Optional(nullable(Text({ minLength: 1, maxLength: 300 }))),
      alt_text: altText,
    }),
    status: 201,
    output: wrapped(LibraryMedia),
    errors: ['link_refused', 'unfit_file', 'file_too_large', 'media_quota_exceeded', 'storage_full'],
  },
  listMedia: {
    method: 'GET',
    path: `${PUBLIC}/media`,
    summary: 'List media, newest first, 30 per page',
    description:
      'Follow `links.next` until it is null. The links keep the pages stable while files are added.',
    permission: 'media.read',
    query: closed({
      q: filter({
        ...Text({ maxLength: 200 }),
        description:
          'Only files with each of these words in their name or alt text. Capitals make no difference.',
      }),
      kind: filter({ ...MediaKind, description: 'Only files of this kind.' }),
      unused: filter(
        Type.Boolean({ description: 'True: only files that no post uses. False: only those that one uses.' }),
      ),
      'label_ids[]': filter(
        Type.Array(Id, { maxItems: 20, description: 'Only files with at least one of these labels.' }),
      ),
      page: filter(Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'From 1. Default: 1.' })),
      as_of: filter({
        ...Id,
        description: 'Set by the links in the answer. It keeps pages stable while files are added.',
      }),
    }),
    status: 200,
    output: closed({
      data: Type.Array(LibraryMedia, { maxItems: MEDIA_PAGE }),
      links: closed({
        first: Type.String(),
        last: Type.String(),
        prev: nullable(Type.String()),
        next: nullable(Type.String()),
      }),
      meta: closed({
        current_page: Type.Integer(),
        last_page: Type.Integer(),
        per_page: Type.Integer(),
        total: Type.Integer(),
      }),
    }),
    errors: [],
  },
  getMedia: {
    method: 'GET',
    path: `${PUBLIC}/media/:id`,
    summary: 'Get the record of a file',
    description: 'Width and height are as displayed, in pixels.',
    permission: 'media.read',
    params: byId,
    status: 200,
    output: wrapped(LibraryMedia),
    errors: ['not_found'],
  },
  updateMedia: {
    method: 'PATCH',
    path: `${PUBLIC}/media/:id`,
    summary: 'Change the name, the alt text or the labels of a file',
    description:
      'Posts that are already published do not change. Approved posts with this file must be approved again, unless only its labels change.',
    permission: 'media.write',
    params: byId,
    body: closed({
      name: Type.Optional(Text({ minLength: 1, maxLength: 300 })),
      alt_text: altText,
      label_ids: Type.Optional({
        ...nullable(Type.Array(Id, { maxItems: MAX_LABELS_OF_FILE, uniqueItems: true })),
        description: 'Left out: the file keeps its labels. Null or empty: none.',
      }),
    }),
    status: 200,
    output: wrapped(LibraryMedia),
    errors: ['not_found', 'post_publishing'],
  },
  deleteMedia: {
    method: 'DELETE',
    path: `${PUBLIC}/media/:id`,
    summary: 'Delete a file that no unpublished post uses',
    description: 'Published posts lose the file. Copies on the networks stay.',
    permission: 'media.write',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'media_in_use'],
  },
  getMediaFile: {
    method: 'GET',
    path: `${API}/media/:id/file`,
    summary: 'Download a file; supports Range, If-Range and If-None-Match',
    description: 'Answers with the bytes as they were uploaded.',
    permission: 'media.read',
    params: byId,
    query: closed(namedWorkspace),
    status: 200,
    output: 'file',
    content: { 'image/*': null, 'video/*': null },
    errors: ['not_found'],
  },
  getThumbnail: {
    method: 'GET',
    path: `${API}/media/:id/thumbnail`,
    summary: 'Get a small WebP of an image, or of the still of a video if there is one',
    description:
      'The still of a video exists if the server has ffmpeg. The `thumbnail_url` of a file names its version in `v`. The answer to that address never changes, so browsers keep it.',
    // A page of the library has 30 files, and a calendar has hundreds.
    perMinute: 3000,
    permission: 'media.read',
    params: byId,
    query: closed({
      ...namedWorkspace,
      v: Type.Optional(Text({ maxLength: 8 })),
      width: Type.Optional(
        Type.Unsafe<ThumbnailWidth>({
          type: 'integer',
          enum: thumbnailWidths,
          description: 'Maximum width in pixels. Default: 320.',
        }),
      ),
    }),
    status: 200,
    output: 'file',
    content: { 'image/webp': null },
    errors: ['not_found', 'storage_full'],
  },
  getSharedFile: {
    method: 'GET',
    path: '/files/:name',
    summary: 'Download a file by the signed link that networks get; a link expires after a day',
    description: 'The link is the only credential.',
    permission: 'open',
    params: closed({ name: Text({ minLength: 1, maxLength: 200 }) }),
    status: 200,
    output: 'file',
    content: { 'image/*': null, 'video/*': null },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
