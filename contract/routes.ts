/** Every endpoint in one table: it feeds the server, the permissions, the OpenAPI document and the tests. */
import { Type } from 'typebox';
import { dataRoutes } from './data-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { mediaRoutes } from './media-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import type { Route } from './route.ts';
import {
  AnyObject,
  Channel,
  closed,
  Id,
  Line,
  MomentIn,
  nullable,
  Post,
  PostIn,
  PostingTimes,
  PostStatus,
  Text,
  TimelineEvent,
  Timestamp,
  Violation,
  wrapped,
} from './schemas.ts';
import { sessionRoutes } from './session-routes.ts';
import { waysInRoutes } from './ways-in-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { workspaceRoutes } from './workspace-routes.ts';

function route<const R extends Route>(entry: R): R {
  return entry;
}

const PUBLIC = '/api/public/v1';
const byId = closed({ id: Id });
const channelIds = Type.Optional(Type.Array(Id, { maxItems: 100 }));

export const routes = {
  createPost: route({
    method: 'POST',
    path: `${PUBLIC}/posts`,
    summary: 'Save a draft or schedule a post',
    permission: 'post.write',
    body: PostIn,
    status: 201,
    output: wrapped(Post),
    errors: ['limits_exceeded', 'idempotency_in_flight', 'idempotency_key_reused'],
    idempotent: true,
  }),
  validatePost: route({
    method: 'POST',
    path: `${PUBLIC}/posts/validate`,
    summary: 'Check a post as scheduling would, and save nothing',
    permission: 'post.read',
    body: PostIn,
    status: 200,
    output: wrapped(closed({ valid: Type.Boolean(), violations: Type.Array(Violation) })),
    errors: [],
  }),
  listPosts: route({
    method: 'GET',
    path: `${PUBLIC}/posts`,
    summary: 'List posts, the latest first',
    permission: 'post.read',
    query: closed({
      from: Type.Optional(MomentIn),
      to: Type.Optional(MomentIn),
      status: Type.Optional(PostStatus),
      'channel_ids[]': channelIds,
    }),
    status: 200,
    output: wrapped(Type.Array(Post, { maxItems: 500 })),
    errors: [],
  }),
  getPost: route({
    method: 'GET',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Get a post',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Post),
    errors: ['not_found'],
  }),
  updatePost: route({
    method: 'PUT',
    path: `${PUBLIC}/posts/:id`,
    summary: 'Replace a post; a failed one is retried by scheduling it again',
    permission: 'post.write',
    params: byId,
    body: PostIn,
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
    summary: 'Delete a post from the service; copies on the networks stay',
    permission: 'post.write',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'post_publishing', 'version_conflict'],
    conditional: true,
  }),
  listPostEvents: route({
    method: 'GET',
    path: `${PUBLIC}/posts/:id/events`,
    summary: 'The timeline of a post: every move, attempt, reply and warning',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Type.Array(TimelineEvent)),
    errors: ['not_found'],
  }),
  listChannels: route({
    method: 'GET',
    path: `${PUBLIC}/channels`,
    summary: 'List channels',
    permission: 'channel.read',
    status: 200,
    output: wrapped(Type.Array(Channel)),
    errors: [],
  }),
  createChannel: route({
    method: 'POST',
    path: `${PUBLIC}/channels`,
    summary: 'Join an account with credentials; joining it again reconnects it',
    permission: 'channel.manage',
    body: closed({
      platform: Text({ minLength: 1, maxLength: 40 }),
      credentials: Type.Object({}, { additionalProperties: true, plain: true }),
      account_id: Type.Optional(Text({ minLength: 1, maxLength: 500 })),
    }),
    status: 201,
    alternative: 200,
    output: wrapped(Channel),
    errors: ['connect_refused', 'network_unreachable', 'idempotency_in_flight', 'idempotency_key_reused'],
    idempotent: true,
  }),
  beginConnect: route({
    method: 'POST',
    path: `${PUBLIC}/channels/connect`,
    summary: 'Begin the sign-in at a network; send the person to the address in the answer',
    permission: 'channel.manage',
    body: Type.Object(
      { platform: Text({ minLength: 1, maxLength: 40 }) },
      { additionalProperties: true, plain: true },
    ),
    status: 200,
    output: wrapped(closed({ authorize_url: Type.String() })),
    errors: ['connect_refused', 'network_unreachable'],
  }),
  getChannel: route({
    method: 'GET',
    path: `${PUBLIC}/channels/:id`,
    summary: 'Get a channel',
    permission: 'channel.read',
    params: byId,
    status: 200,
    output: wrapped(Channel),
    errors: ['not_found'],
  }),
  updateChannel: route({
    method: 'PATCH',
    path: `${PUBLIC}/channels/:id`,
    summary: 'Set the posting times of a channel, in the workspace’s time zone',
    permission: 'channel.manage',
    params: byId,
    body: closed({
      posting_times: PostingTimes,
    }),
    status: 200,
    output: wrapped(Channel),
    errors: ['not_found'],
  }),
  deleteChannel: route({
    method: 'DELETE',
    path: `${PUBLIC}/channels/:id`,
    summary: 'Remove a channel; what still waits for it fails when it is due',
    permission: 'channel.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  }),
  getChannelSettings: route({
    method: 'GET',
    path: `${PUBLIC}/channels/:id/settings`,
    summary: 'JSON Schema of the settings a target of this channel takes',
    permission: 'channel.read',
    params: byId,
    status: 200,
    output: wrapped(AnyObject),
    errors: ['not_found'],
  }),
  listNetworks: route({
    method: 'GET',
    path: `${PUBLIC}/networks`,
    summary: 'Every network: its limits with their sources, its settings, how it is joined',
    permission: 'channel.read',
    status: 200,
    output: wrapped(
      Type.Array(
        closed({
          platform: Type.String(),
          name: Type.String(),
          limits: Type.Record(
            Type.String(),
            closed({
              value: Type.Union([Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
              unit: Type.Optional(Type.String()),
              source: Type.String(),
              checked: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
              confirmed: Type.Boolean(),
            }),
          ),
          settings: AnyObject,
          joined_by: closed({ form: nullable(AnyObject), sign_in: nullable(AnyObject) }),
        }),
      ),
    ),
    errors: [],
  }),
  getNextSlot: route({
    method: 'GET',
    path: `${PUBLIC}/queue/next`,
    summary: 'The next free slot of these channels: a preview, nothing is taken',
    permission: 'post.read',
    query: closed({ 'channel_ids[]': Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
    status: 200,
    output: wrapped(closed({ scheduled_at: Timestamp })),
    errors: [],
  }),
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
