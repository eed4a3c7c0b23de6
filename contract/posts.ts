/** Posts: create, check, list and get them. */
import type { Static } from 'typebox';
import { Advice, Violation } from './error-body.ts';
import { MAX_LABELS_OF_POST } from './label-values.ts';
import { Label } from './labels.ts';
import { Media } from './media.ts';
import { named } from './named.ts';
import { Review } from './reviews.ts';
import { MB, type Route } from './route.ts';
import { Search, Truncated } from './search.ts';
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
import { written, writtenIn } from './written.ts';

export const postStatuses = [
  'draft',
  'pending_approval',
  'scheduled',
  'publishing',
  'published',
  'failed',
] as const;

export const PostStatus = named('PostStatus', Type.Enum(postStatuses));

export type PostStatus = (typeof postStatuses)[number];

export const Post = named(
  'Post',
  closed({
    id: Id,
    version: Type.Integer({
      minimum: 1,
      description:
        'Changes with every change of the post, except of its labels. The number in the `ETag` of `getPost`.',
    }),
    ...written,
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
    files: Type.Array(Media, {
      description: 'The files that targets name in their `media_ids` or `settings`, by id.',
    }),
    labels: Type.Array(Label, { description: 'By id.' }),
    targets: Type.Array(Target),
  }),
);

export type Post = Static<typeof Post>;

const PublishIn = Type.Integer({
  minimum: 0,
  maximum: 3600,
  description: 'Publish so many seconds from now by the clock of the service, in place of `scheduled_at`.',
});

/** Fields of answers that requests may contain, so that a client can send back what it got. */
const ignored = {
  id: Ignored,
  version: Ignored,
  labels: Ignored,
  planned_at: Ignored,
  created_at: Ignored,
  updated_at: Ignored,
  author: Ignored,
  latest_review: Ignored,
  publishes_on_approval: Ignored,
  files: Ignored,
  media: Type.Optional(
    Type.Unknown({
      readOnly: true,
      description: 'Ignored in requests, but must be empty unless media_ids is sent.',
    }),
  ),
};

export type IgnoredField = keyof typeof ignored;

export const PostIn = named(
  'PostIn',
  closed({
    status: Type.Enum(['draft', 'scheduled']),
    scheduled_at: Type.Optional({
      ...nullable(MomentIn),
      description:
        'Required to schedule, unless you send `queue` or `publish_in`. A time in the past publishes now.',
    }),
    queue: Type.Optional(
      Type.Boolean({ description: 'True: publish at the next free slot, in place of `scheduled_at`.' }),
    ),
    publish_in: Type.Optional(PublishIn),
    ...writtenIn,
    targets: Type.Optional(nullable(Type.Array(TargetIn, { maxItems: 100 }))),
    media_ids: Type.Optional(nullable(Type.Array(Id, { maxItems: 20, uniqueItems: true }))),
    label_ids: Type.Optional({
      ...nullable(Type.Array(Id, { maxItems: MAX_LABELS_OF_POST, uniqueItems: true })),
      description: 'Left out: the post keeps its labels. Null or empty: none.',
    }),
    confirm_resend: Type.Optional({
      ...nullable(Type.Array(Id, { maxItems: 100 })),
      description: 'Ids of targets to send again although they may already be live.',
    }),
    ...ignored,
  }),
);

export type PostIn = Static<typeof PostIn>;

/** 100 targets of 10,000 characters, each written as two escapes of six bytes. */
export const POST_LIMIT = 13 * MB;

/** The filters that lists of posts and the calendar have in common. */
export const postFilters = {
  'status[]': filter(
    Type.Array(PostStatus, { maxItems: 6, description: 'Only posts with one of these statuses.' }),
  ),
  'channel_ids[]': filter(
    Type.Array(Id, { maxItems: 100, description: 'Only posts to at least one of these channels.' }),
  ),
  author_id: filter({ ...Id, description: 'Only posts that this person created.' }),
  'label_ids[]': filter(
    Type.Array(Id, { maxItems: 20, description: 'Only posts with at least one of these labels.' }),
  ),
  q: Search,
};

export const postRoutes = {
  createPost: {
    method: 'POST',
    path: `${PUBLIC}/posts`,
    summary: 'Save a draft or schedule a post',
    description:
      'Scheduling needs `scheduled_at`, `queue` or `publish_in`, at least one target, and text or media for each target. Each target is checked against the limits of its network and its account. If the workspace requires approvals and you may not publish directly, the post becomes `pending_approval`.',
    permission: 'post.write',
    body: PostIn,
    bodyLimit: POST_LIMIT,
    status: 201,
    output: wrapped(Post),
    errors: ['limits_exceeded', 'idempotency_in_flight', 'idempotency_key_reused'],
    versioned: true,
    idempotent: true,
  },
  validatePost: {
    method: 'POST',
    path: `${PUBLIC}/posts/validate`,
    summary: 'Check a post as scheduling would, without saving it',
    description:
      'Runs all checks of scheduling, and saves and sends nothing. If `valid` is false, `violations` names each limit. `advice` refuses nothing: it says what you should know before you publish. `text.same_day` names a post with the same text on the same channel, less than a day before or after `scheduled_at`, the next free slot (`queue`) or now (`publish_in`). Its `params` are `post_id`, `at` and whether the channel has `published` it. Such a post may be the one that you check, because the request has no id.',
    permission: 'post.read',
    reads: true,
    body: PostIn,
    bodyLimit: POST_LIMIT,
    status: 200,
    output: wrapped(
      closed({ valid: Type.Boolean(), violations: Type.Array(Violation), advice: Type.Array(Advice) }),
    ),
    errors: [],
  },
  listPosts: {
    method: 'GET',
    path: `${PUBLIC}/posts`,
    summary: 'List posts, latest first',
    description:
      'At most 500 posts, posts without a time last. Narrow the list with `from` and `to`, which are both inclusive, the other filters. To read more than 500, send `limit`, then pass each `next_cursor` as `cursor`, with the same filters and `order`. Pages never repeat a post unless its time changes meanwhile.',
    permission: 'post.read',
    query: closed({
      from: filter(From),
      to: filter(To),
      status: filter({ ...PostStatus, description: 'Only posts with this status.' }),
      ...postFilters,
      unplanned: filter(
        Type.Boolean({ description: 'True: only posts without a time. False: only posts with one.' }),
      ),
      order: filter(
        Type.Enum(['at', '-at', 'created', '-created'], {
          description:
            '`-at`, the default: latest first, posts without a time last. `at`: earliest first, only posts with a time. `created`: in the order in which they were created. `-created`: created last first.',
        }),
      ),
      limit: filter(
        Type.Integer({ minimum: 1, maximum: 500, description: 'Posts on a page. Default: 500.' }),
      ),
      cursor: filter(Text({ maxLength: 200 })),
    }),
    status: 200,
    output: closed({
      data: Type.Array(Post, { maxItems: 500 }),
      next_cursor: Type.Optional({
        ...nullable(Type.String()),
        description:
          'Only if you sent `limit`, `cursor` or an `order` other than `-at`. Null on the last page.',
      }),
      truncated: Type.Optional({
        ...Truncated,
        description: `Only if you sent \`q\`. ${Truncated.description}`,
      }),
    }),
    errors: ['storage_full'],
  },
  getPost: {
    method: 'GET',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Get a post',
    description: 'Send the `ETag` of the answer as `If-Match` when you change the post.',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Post),
    errors: ['not_found', 'storage_full'],
    versioned: true,
  },
} as const satisfies Record<string, Route>;
