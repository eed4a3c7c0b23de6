/** Where files of the library are used, and changes of many files at once. */
import type { Static } from 'typebox';
import { type ErrorCode, errorCodes } from './error.ts';
import { MAX_LABELS_OF_FILE } from './label-values.ts';
import { named } from './named.ts';
import { PostStatus } from './posts.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** Posts in one answer at most. */
export const MAX_USES = 200;
/** Files in one request at most. */
export const MAX_BULK_MEDIA = 500;

/** Where a post uses a file. */
export const mediaPlaces = ['post', 'working_copy', 'bin'] as const;

export const MediaUse = named(
  'MediaUse',
  closed({
    id: Id,
    place: Type.Enum(mediaPlaces, {
      description:
        '`post`: the post itself. `working_copy`: only changes that a person has not saved yet. `bin`: a deleted post, which can be restored.',
    }),
    status: PostStatus,
    at: nullable({
      ...Timestamp,
      description: 'When the post was or will be published. Null: it has no time.',
    }),
    text: Type.String({ description: 'The first 80 characters of the text, on one line.' }),
    channel_ids: Type.Array(Id),
  }),
);

export type MediaUse = Static<typeof MediaUse>;

const MediaResult = named(
  'MediaResult',
  closed({
    id: Id,
    status: Type.Enum(['done', 'refused']),
    error: nullable(
      closed(
        { code: Type.Enum(errorCodes as [ErrorCode, ...ErrorCode[]]), message: Type.String() },
        { description: 'Why the file was not changed.' },
      ),
    ),
  }),
);

export type MediaResult = Static<typeof MediaResult>;

const MediaBulkIn = named(
  'MediaBulkIn',
  closed({
    action: Type.Enum(['delete', 'label', 'unlabel'], {
      description: '`label`: add labels. `unlabel`: take labels off.',
    }),
    ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK_MEDIA, uniqueItems: true }),
    label_ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MAX_LABELS_OF_FILE,
        uniqueItems: true,
        description: 'Required to label and to unlabel.',
      }),
    ),
  }),
);

export type MediaBulkIn = Static<typeof MediaBulkIn>;

export const mediaUseRoutes = {
  listMediaUses: {
    method: 'GET',
    path: `${API}/media/:id/uses`,
    summary: 'List the posts that use a file, latest first',
    description: `At most ${MAX_USES} posts: those that you may see. A post uses a file that it or a target shows, or that the settings of a target name. Unsaved changes and deleted posts use files too.`,
    permission: 'post.read',
    params: byId,
    status: 200,
    output: closed({
      data: Type.Array(MediaUse, { maxItems: MAX_USES }),
      truncated: Type.Boolean({ description: 'Whether more posts use the file.' }),
    }),
    errors: ['not_found'],
  },
  bulkMedia: {
    method: 'POST',
    path: `${API}/media/bulk`,
    summary: 'Delete or label up to 500 files',
    description:
      'Each file is changed as by `deleteMedia` or `updateMedia`, apart from the others. The answer has the result of each file, in the order of the request.',
    permission: 'media.write',
    body: MediaBulkIn,
    status: 200,
    output: wrapped(Type.Array(MediaResult, { maxItems: MAX_BULK_MEDIA })),
    errors: [],
  },
} as const satisfies Record<string, Route>;
