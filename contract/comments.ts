/** Comments: what members say to each other about a post. */
import type { Static } from 'typebox';
import { known, named } from './named.ts';
import type { Route } from './route.ts';
import {
  API,
  byId,
  Count,
  closed,
  Id,
  MomentIn,
  nullable,
  Person,
  Text,
  Timestamp,
  wrapped,
} from './shapes.ts';
import { Type } from './type.ts';

/** Entries of a thread in an answer. */
export const THREAD_PAGE = 500;

const shared = {
  id: { ...Id, description: 'Unique among the entries of its kind.' },
  text: Type.String({ description: 'Plain text. Show it as text, never as HTML.' }),
  author: Person,
  created_at: Timestamp,
};

const Comment = named(
  'Comment',
  closed({
    ...shared,
    post_id: Id,
    mentions: Type.Array(Person),
    edited_at: nullable(Timestamp),
  }),
);

export type Comment = Static<typeof Comment>;

export const ThreadEntry = named(
  'ThreadEntry',
  closed({
    ...shared,
    kind: known(['comment', 'review'] as const, {
      description: '`review`: the sentence of a review. A later release may have more kinds.',
    }),
    decision: { ...nullable(Type.Enum(['approved', 'rejected'])), description: 'Of a review.' },
    mentions: Type.Array(Person),
    edited_at: nullable(Timestamp),
  }),
);

export type ThreadEntry = Static<typeof ThreadEntry>;

const CommentIn = named(
  'CommentIn',
  closed({
    text: Text({ minLength: 1, maxLength: 2000 }),
    mentions: Type.Optional(
      Type.Array(Id, {
        maxItems: 20,
        uniqueItems: true,
        description: 'Ids of members who can see the post. They get a notice. Default: none.',
      }),
    ),
  }),
);

export type CommentIn = Static<typeof CommentIn>;

const thread = `${API}/posts/:id/comments`;
const one = `${API}/comments/:id`;

export const commentRoutes = {
  listComments: {
    method: 'GET',
    path: thread,
    summary: 'Get the thread of a post: its comments, and the sentences of its reviews',
    description:
      'Oldest first: the latest 500 entries. `truncated` is true if there are older ones. `unread` counts the entries of others that came after your mark. Comments never reach a network.',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: closed({
      data: Type.Array(ThreadEntry, { maxItems: THREAD_PAGE }),
      unread: Count,
      truncated: Type.Boolean(),
    }),
    errors: ['not_found'],
  },
  createComment: {
    method: 'POST',
    path: thread,
    summary: 'Comment on a post',
    description: 'Plain text. The members in `mentions` get a notice.',
    permission: 'post.write',
    params: byId,
    body: CommentIn,
    status: 201,
    output: wrapped(Comment),
    errors: ['not_found', 'idempotency_in_flight', 'idempotency_key_reused'],
    idempotent: true,
  },
  updateComment: {
    method: 'PATCH',
    path: one,
    summary: 'Change your own comment',
    description:
      'Members that it mentions for the first time get a notice. The audit log keeps that you changed it, not the former text. Comments of others answer 403.',
    permission: 'post.write',
    params: byId,
    body: CommentIn,
    status: 200,
    output: wrapped(Comment),
    errors: ['not_found'],
  },
  deleteComment: {
    method: 'DELETE',
    path: one,
    summary: 'Delete your own comment',
    description: 'The audit log keeps that you deleted it, not its text. Comments of others answer 403.',
    permission: 'post.write',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  readComments: {
    method: 'POST',
    path: `${thread}/read`,
    summary: 'Mark the thread of a post as read, up to a time',
    description:
      'Send the `created_at` of the last entry that you have shown, so that a later one stays unread. An earlier time than your mark changes nothing. It changes only your own mark.',
    permission: 'post.read',
    params: byId,
    body: closed({ until: MomentIn }),
    status: 200,
    output: wrapped(closed({ unread: Count })),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
