/** One act on many posts. */
import type { Static } from 'typebox';
import { MissingMedia } from './bin.ts';
import { ErrorBody } from './error-body.ts';
import { MAX_LABELS_OF_POST } from './label-values.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, closed, Id, nullable, Text } from './shapes.ts';
import { Type } from './type.ts';

export const bulkActions = [
  'move',
  'queue',
  'submit',
  'approve',
  'reject',
  'duplicate',
  'label',
  'unlabel',
  'delete',
  'restore',
] as const;

export type BulkAction = (typeof bulkActions)[number];

export const MAX_BULK = 500;

const { request_id: _id, ...error } = ErrorBody.properties;

const version = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });

export const BulkIn = named(
  'BulkIn',
  closed({
    action: Type.Enum(bulkActions, {
      description:
        '`move`: by `days`. `queue`: to the next free slots, in this order. `submit`: drafts and failed posts, at their time. `duplicate`: as drafts without a time. `label`: add labels, in every status. `unlabel`: take labels off. `restore`: from the bin.',
    }),
    posts: Type.Array(
      closed({
        id: Id,
        version: Type.Optional({
          ...version,
          description: 'The version that you have read. Another one is refused. Ignored for `restore`.',
        }),
      }),
      { minItems: 1, maxItems: MAX_BULK },
    ),
    days: Type.Optional(
      Type.Integer({
        minimum: -3650,
        maximum: 3650,
        description: 'Required to move. The time of day in the workspace’s time zone stays.',
      }),
    ),
    label_ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MAX_LABELS_OF_POST,
        uniqueItems: true,
        description: 'Required to label and to unlabel.',
      }),
    ),
    comment: Type.Optional({
      ...nullable(Text({ maxLength: 2000 })),
      description: 'Of the approvals or rejections.',
    }),
    mode: Type.Enum(['all', 'each'], {
      description: '`all`: if one post is refused, none changes. `each`: every post for itself.',
    }),
  }),
);

export type BulkIn = Static<typeof BulkIn>;

export const BulkResult = named(
  'BulkResult',
  closed({
    id: Id,
    status: Type.Enum(['done', 'refused'], {
      description: 'With the mode `all`, every post is `refused` if one is.',
    }),
    version: Type.Optional({ ...version, description: 'The new version, unless the post was deleted.' }),
    new_id: Type.Optional({ ...Id, description: 'The id of the duplicate.' }),
    missing_media_ids: Type.Optional({
      ...MissingMedia,
      description: 'Of a restored post: as in `restorePost`.',
    }),
    error: Type.Optional({
      ...named('BulkError', closed(error)),
      description: 'Missing if the post was refused only because of another one.',
    }),
  }),
);

export type BulkResult = Static<typeof BulkResult>;

export const bulkRoutes = {
  changePosts: {
    method: 'POST',
    path: `${API}/posts/bulk`,
    summary:
      'Move, queue, submit, approve, reject, duplicate, label, unlabel, delete or restore up to 500 posts',
    description:
      'Each post is treated as by its own request, with the same checks, rights and approvals. The answer has the result of each post, in the order of the request.',
    permission: 'post.write',
    body: BulkIn,
    status: 200,
    output: closed({ data: Type.Array(BulkResult, { maxItems: MAX_BULK }) }),
    errors: [],
  },
} as const satisfies Record<string, Route>;
