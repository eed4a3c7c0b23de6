/** Deleted posts, which can be restored for 30 days. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import { Post, PostStatus } from './posts.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Person, Timestamp } from './shapes.ts';
import { Type } from './type.ts';

/** Entries per page at most. */
export const BIN_PAGE = 100;

export const MissingMedia = {
  ...Type.Array(Id),
  description:
    'Ids of files that the post had, and that were deleted meanwhile. A restored post is without them.',
};

export const BinEntry = named(
  'BinEntry',
  closed({
    id: { ...Id, description: 'The id of the post.' },
    text: Type.String({ description: 'The first 200 characters.' }),
    status: { ...PostStatus, description: 'When it was deleted.' },
    scheduled_at: nullable(Timestamp),
    channel_ids: Type.Array(Id),
    missing_media_ids: MissingMedia,
    author: Person,
    deleted_by: { ...nullable(Person), description: 'Null: somebody who has no account any more.' },
    deleted_at: Timestamp,
    expires_at: { ...Timestamp, description: 'From then on it cannot be restored.' },
  }),
);

export type BinEntry = Static<typeof BinEntry>;

export const binRoutes = {
  restorePost: {
    method: 'POST',
    path: `${API}/posts/:id/restore`,
    summary: 'Restore a deleted post',
    description:
      'The post returns with its id, its targets, its reviews and its comments. It is planned as before only if its time is still ahead, no other post has taken its slot, and its channels and files are as they were. Otherwise it becomes a draft, or `failed` if a channel already shows it. A file of a deleted post can be deleted: `missing_media_ids` tells what the post has lost.',
    permission: 'post.write',
    params: byId,
    status: 200,
    output: closed({ data: Post, missing_media_ids: MissingMedia }),
    errors: ['not_found', 'storage_full'],
    versioned: true,
  },
  listBin: {
    method: 'GET',
    path: `${API}/bin`,
    summary: 'List deleted posts, latest first',
    description: 'Pass `next_cursor` as `cursor` to get the next page. It is null on the last page.',
    permission: 'post.read',
    query: closed({
      cursor: Type.Optional({ ...Id, description: 'The `next_cursor` of the previous page.' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: BIN_PAGE, description: 'Default: 50.' })),
    }),
    status: 200,
    output: closed({ data: Type.Array(BinEntry), next_cursor: nullable(Id) }),
    errors: [],
  },
} as const satisfies Record<string, Route>;
