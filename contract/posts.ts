/** Posts. */
import type { Static } from 'typebox';
import { Violation } from './error-body.ts';
import { Media } from './media.ts';
import { Review } from './reviews.ts';
import type { Route } from './route.ts';
import { MB } from './route.ts';
import {
  byId,
  closed,
  From,
  filter,
  Id,
  MomentIn,
  nullable,
  Person,
  PUBLIC,
  Text,
  Timestamp,
  To,
  wrapped,
} from './shapes.ts';
import { Ignored, Target, TargetIn } from './targets.ts';
import { Type } from './type.ts';

export const postStatuses = [
  'draft',
  'pending_approval',
  'scheduled',
  'publishing',
  'published',
  'failed',
] as const;

export const PostStatus = Type.Enum(postStatuses);

export type PostStatus = (typeof postStatuses)[number];

export const Post = closed({
  id: Id,
  content: Type.String(),
  status: PostStatus,
  scheduled_at: nullable(Timestamp),
  planned_at: {
    ...nullable(Timestamp),
    description: 'The planned time. Once published, `scheduled_at` is the time of publishing.',
  },
  created_at: Timestamp,
  updated_at: Timestamp,
  author: Person,
  latest_review: nullable(Review),
  publishes_on_approval: Type.Boolean({
    description:
      'True: the post waits for approval and its time has passed. Approving it publishes it at once.',
  }),
  media: Type.Array(Media),
  targets: Type.Array(Target),
});

export type Post = Static<typeof Post>;

export const PostIn = closed({
  status: Type.Enum(['draft', 'scheduled']),
  scheduled_at: Type.Optional({
    ...nullable(MomentIn),
    description: 'Required to schedule, unless `queue` is true. A time in the past publishes now.',
  }),
  queue: Type.Optional(
    Type.Boolean({ description: 'True: publish at the next free slot, in place of `scheduled_at`.' }),
  ),
  content: Type.Optional(nullable(Text({ maxLength: 10_000 }))),
  targets: Type.Optional(nullable(Type.Array(TargetIn, { maxItems: 100 }))),
  media_ids: Type.Optional(nullable(Type.Array(Id, { maxItems: 20, uniqueItems: true }))),
  confirm_resend: Type.Optional({
    ...nullable(Type.Array(Id, { maxItems: 100 })),
    description: 'Ids of targets to send again although they may already be live.',
  }),
  id: Ignored,
  planned_at: Ignored,
  created_at: Ignored,
  updated_at: Ignored,
  author: Ignored,
  latest_review: Ignored,
  publishes_on_approval: Ignored,
  media: Type.Optional(
    Type.Unknown({
      readOnly: true,
      description: 'Ignored in requests, but must be empty unless media_ids is sent.',
    }),
  ),
});

export type PostIn = Static<typeof PostIn>;

/** 100 targets of 10,000 characters, each written as two escapes of six bytes. */
const POST_LIMIT = 13 * MB;

const channelIds = filter(Type.Array(Id, { maxItems: 100 }));

export const postRoutes = {
  createPost: {
    method: 'POST',
    path: `${PUBLIC}/posts`,
    summary: 'Save a draft or schedule a post',
    permission: 'post.write',
    body: PostIn,
    bodyLimit: POST_LIMIT,
    status: 201,
    output: wrapped(Post),
    errors: ['limits_exceeded', 'idempotency_in_flight', 'idempotency_key_reused'],
    idempotent: true,
  },
  validatePost: {
    method: 'POST',
    path: `${PUBLIC}/posts/validate`,
    summary: 'Check a post as scheduling would, without saving it',
    permission: 'post.read',
    body: PostIn,
    bodyLimit: POST_LIMIT,
    status: 200,
    output: wrapped(closed({ valid: Type.Boolean(), violations: Type.Array(Violation) })),
    errors: [],
  },
  listPosts: {
    method: 'GET',
    path: `${PUBLIC}/posts`,
    summary: 'List posts, latest first',
    permission: 'post.read',
    query: closed({
      from: filter(From),
      to: filter(To),
      status: filter(PostStatus),
      'channel_ids[]': channelIds,
    }),
    status: 200,
    output: wrapped(Type.Array(Post, { maxItems: 500 })),
    errors: ['storage_full'],
  },
  getPost: {
    method: 'GET',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Get a post',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Post),
    errors: ['not_found', 'storage_full'],
  },
  updatePost: {
    method: 'PUT',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Replace a post; scheduling a failed post again retries it',
    permission: 'post.write',
    params: byId,
    body: PostIn,
    bodyLimit: POST_LIMIT,
    status: 200,
    output: wrapped(Post),
    errors: [
      'not_found',
      'post_publishing',
      'post_published',
      'post_partly_published',
      'confirm_resend_required',
      'version_conflict',
      'limits_exceeded',
    ],
    conditional: true,
  },
  deletePost: {
    method: 'DELETE',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Delete a post; copies on the networks stay',
    permission: 'post.write',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'post_publishing', 'version_conflict'],
    conditional: true,
  },
  reconcilePost: {
    method: 'POST',
    path: `${PUBLIC}/posts/:id/reconcile`,
    summary: 'Ask the networks whether copies with an unknown outcome are live; nothing is sent',
    permission: 'post.write',
    params: byId,
    status: 200,
    output: wrapped(Post),
    errors: ['not_found', 'nothing_in_doubt', 'version_conflict'],
    conditional: true,
  },
} as const satisfies Record<string, Route>;
