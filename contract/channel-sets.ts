/** Sets of channels that people choose together, by a name. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, Line, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** Sets of a workspace at most. */
export const MAX_SETS = 200;

const SETS = `${API}/channel-sets`;

const name = Line({ minLength: 1, maxLength: 60 });
const channel_ids = Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true });

const ChannelSet = named(
  'ChannelSet',
  closed({
    id: Id,
    name: Type.String(),
    channel_ids: Type.Array(Id, {
      description: 'In order, as far as you may use these channels, without removed ones.',
    }),
    created_at: Timestamp,
  }),
);

export type ChannelSet = Static<typeof ChannelSet>;

export const channelSetRoutes = {
  listChannelSets: {
    method: 'GET',
    path: SETS,
    summary: 'List the channel sets, by name',
    description: 'If you are limited to some channels, sets without any of these are left out.',
    permission: 'channel.read',
    status: 200,
    output: wrapped(Type.Array(ChannelSet)),
    errors: [],
  },
  createChannelSet: {
    method: 'POST',
    path: SETS,
    summary: 'Create a channel set',
    description: `A workspace has at most ${MAX_SETS}.`,
    permission: 'channel.manage',
    body: closed({ name, channel_ids }),
    status: 201,
    output: wrapped(ChannelSet),
    errors: [],
  },
  updateChannelSet: {
    method: 'PATCH',
    path: `${SETS}/:id`,
    summary: 'Change the name or the channels of a set',
    description: 'Fields that you leave out stay as they are. Posts do not change.',
    permission: 'channel.manage',
    params: byId,
    body: closed({ name: Type.Optional(name), channel_ids: Type.Optional(channel_ids) }),
    status: 200,
    output: wrapped(ChannelSet),
    errors: ['not_found'],
  },
  deleteChannelSet: {
    method: 'DELETE',
    path: `${SETS}/:id`,
    summary: 'Delete a channel set; its channels and their posts stay',
    description: 'The set is gone for all members.',
    permission: 'channel.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
