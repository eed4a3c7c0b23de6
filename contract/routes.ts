/** Every endpoint in one table. The server, the permissions, the OpenAPI document and the tests read it. */

import { channelRoutes } from './channel-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { mediaRoutes } from './media-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import type { Route } from './route.ts';
import { MB } from './route.ts';
import {
  closed,
  From,
  filter,
  Id,
  Line,
  Post,
  PostIn,
  PostStatus,
  Text,
  TimelineEvent,
  To,
  Violation,
  wrapped,
} from './schemas.ts';
import { sessionRoutes } from './session-routes.ts';
import { Type } from './type.ts';
import { waysInRoutes } from './ways-in-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

function route<const R extends Route>(entry: R): R {
  return entry;
}

const PUBLIC = '/api/public/v1';
const byId = closed({ id: Id });
/** 100 targets of 10,000 characters, each written as two escapes of six bytes. */
const POST_LIMIT = 13 * MB;
const channelIds = filter(Type.Array(Id, { maxItems: 100 }));

export const routes = {
  createPost: route({
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
  }),
  validatePost: route({
    method: 'POST',
    path: `${PUBLIC}/posts/validate`,
    summary: 'Check a post as scheduling would, without saving it',
    permission: 'post.read',
    body: PostIn,
    bodyLimit: POST_LIMIT,
    status: 200,
    output: wrapped(closed({ valid: Type.Boolean(), violations: Type.Array(Violation) })),
    errors: [],
  }),
  listPosts: route({
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
  }),
  getPost: route({
    method: 'GET',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Get a post',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Post),
    errors: ['not_found', 'storage_full'],
  }),
  updatePost: route({
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
  }),
  deletePost: route({
    method: 'DELETE',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Delete a post; copies on the networks stay',
    permission: 'post.write',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'post_publishing', 'version_conflict'],
    conditional: true,
  }),
  reconcilePost: route({
    method: 'POST',
    path: `${PUBLIC}/posts/:id/reconcile`,
    summary: 'Ask the networks whether copies with an unknown outcome are live; nothing is sent',
    permission: 'post.write',
    params: byId,
    status: 200,
    output: wrapped(Post),
    errors: ['not_found', 'nothing_in_doubt', 'version_conflict'],
    conditional: true,
  }),
  listPostEvents: route({
    method: 'GET',
    path: `${PUBLIC}/posts/:id/events`,
    summary: 'List the timeline of a post: status changes, attempts, replies and warnings',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Type.Array(TimelineEvent)),
    errors: ['not_found'],
  }),
  ...channelRoutes,
  ...mediaRoutes,
  ...reviewRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...waysInRoutes,
  ...workspaceRoutes,
  ...dataRoutes,
  ...keyRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...noticeRoutes,
  ...profileRoutes,
  setUp: route({
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the first user, workspace and API key; works once',
    permission: 'open',
    body: closed({
      token: Text({ minLength: 1, maxLength: 200 }),
      name: Line({ minLength: 1, maxLength: 100 }),
      email: Type.String({ format: 'email-address', maxLength: 254 }),
      password: Text({ minLength: 10, maxLength: 200 }),
      workspace: Line({ minLength: 1, maxLength: 100 }),
      time_zone: Type.Optional(Type.String({ format: 'time-zone', maxLength: 64 })),
    }),
    status: 201,
    output: wrapped(
      closed({
        user: closed({ id: Id, name: Type.String(), email: Type.String() }),
        workspace: closed({ id: Id, name: Type.String(), time_zone: Type.String() }),
        api_key: Type.String(),
      }),
    ),
    errors: ['forbidden', 'already_set_up'],
  }),
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
