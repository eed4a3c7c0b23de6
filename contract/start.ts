/** The first request of a client that shows a workspace: everything that its frame needs, in one answer. */
import type { Static } from 'typebox';
import { Channel } from './channels.ts';
import { MAX_CHANNELS, MAX_COUNTED } from './counting.ts';
import { Role } from './members.ts';
import { known, named } from './named.ts';
import { LimitValue, Platform } from './networks.ts';
import { permissions, type Route } from './route.ts';
import { Membership, OwnUser } from './sessions.ts';
import { API, byId, Count, closed, Id, nullable, wrapped } from './shapes.ts';
import { Type } from './type.ts';
import { Workspace } from './workspaces.ts';

const StartNetwork = named(
  'StartNetwork',
  closed({
    platform: Platform,
    name: Type.String(),
    connected_by: closed({
      form: Type.Boolean({ description: 'Whether `createChannel` can connect an account now.' }),
      sign_in: Type.Boolean({ description: 'Whether `beginConnect` can connect an account now.' }),
    }),
    transcodes_videos: Type.Boolean({ description: 'As in `listNetworks`.' }),
    set_limits: {
      ...Type.Record(Type.String(), LimitValue),
      description:
        'Limits that the operator has set in place of the network’s own, by name; those of a format begin with its name, such as `story/video.seconds`. `listNetworks` answers them in their places. Usually empty.',
    },
    has_quota: Type.Boolean({
      description: 'Whether `getChannelQuota` can say how many posts a channel has left.',
    }),
  }),
);

const noPermission = 'Null: the caller may not read these.';

export const Start = named(
  'Start',
  closed({
    version: Type.String({ description: 'The version of Belfry.' }),
    user: { ...nullable(OwnUser), description: 'Null for an API key.' },
    session: { ...nullable(byId), description: 'Null for an API key.' },
    workspaces: Type.Array(Membership, {
      description: 'The workspaces of the person. Empty for an API key, which works in one workspace.',
    }),
    workspace: {
      ...nullable(Workspace),
      description:
        'The workspace of this request. Null: the person is in no workspace, or the API key may not read it.',
    },
    role: { ...nullable(Role), description: 'The role of the caller in the workspace. Null without one.' },
    permissions: Type.Array(known(permissions), {
      description: 'What the caller may do in the workspace. A later release may have more permissions.',
    }),
    channel_ids: {
      ...nullable(Type.Array(Id)),
      description: 'The channels that the caller is limited to. Null: not limited.',
    },
    channels: Type.Array(Channel, { maxItems: MAX_CHANNELS, description: 'As `listChannels` answers them.' }),
    networks: Type.Array(StartNetwork, {
      description: 'The networks of these channels, and those to which accounts can be connected now.',
    }),
    counts: closed({
      drafts: { ...nullable(Count), description: `Drafts. ${noPermission}` },
      reviews: {
        ...nullable(Count),
        description: 'Posts that wait for approval. Null: the caller may not decide on them.',
      },
      attention: {
        ...nullable(Count),
        description: `Items that \`getAttention\` lists. ${noPermission}`,
      },
      unread_notices: { ...nullable(Count), description: noPermission },
    }),
    stream_position: {
      ...nullable(Count),
      description:
        'Pass it as `after` to `streamEvents`: the stream then has every event that this answer does not show. Null: the caller may not read events.',
    },
  }),
);

export type Start = Static<typeof Start>;

export const startRoutes = {
  getStart: {
    method: 'GET',
    path: `${API}/start`,
    summary: 'Get what a client shows first: the caller, their workspace, its channels, and counts',
    description: `Parts that the caller may not read are null or empty. Each count stops at ${MAX_COUNTED}.`,
    permission: 'signed_in',
    status: 200,
    output: wrapped(Start),
    errors: [],
  },
} as const satisfies Record<string, Route>;
