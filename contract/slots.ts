/** The posting times of channels as points in time. */
import type { Static } from 'typebox';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, closed, From, Id, PUBLIC, Timestamp, To, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** Days of a window, and slots of an answer, at most. */
export const MAX_SLOT_DAYS = 62;
export const MAX_SLOTS = 5000;

const Slot = named(
  'Slot',
  closed({
    at: Timestamp,
    channel_ids: Type.Array(Id, { description: 'Those of the channels whose posting time this is.' }),
    channel_ids_free: Type.Array(Id, {
      description: 'Those of the channels that no post has taken at this time.',
    }),
    taken_by: Type.Array(Id, { description: 'The posts on these channels at this time.' }),
  }),
);

export type Slot = Static<typeof Slot>;

export const slotRoutes = {
  getNextSlot: {
    method: 'GET',
    path: `${PUBLIC}/queue/next`,
    summary: 'Preview the next free slot of these channels',
    description:
      'The first posting time of the first channel at which all these channels are free. The preview reserves nothing. To get a slot, create a post with `queue`.',
    permission: 'post.read',
    query: closed({
      'channel_ids[]': Type.Array(Id, {
        minItems: 1,
        maxItems: 100,
        description: 'The channels of the post, in order.',
      }),
    }),
    status: 200,
    output: wrapped(closed({ scheduled_at: Timestamp })),
    errors: [],
  },
  listSlots: {
    method: 'GET',
    path: `${API}/slots`,
    summary: 'List the slots of channels in a window, free and taken',
    description: `A slot is a posting time of at least one of the channels that is still ahead, and a post takes it as it takes a slot of the queue: drafts take none. At most ${MAX_SLOT_DAYS} days. After ${MAX_SLOTS} slots the list ends, with \`truncated\`.`,
    permission: 'post.read',
    query: closed({
      'channel_ids[]': Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
      from: From,
      to: To,
    }),
    status: 200,
    output: closed({ data: Type.Array(Slot, { maxItems: MAX_SLOTS }), truncated: Type.Boolean() }),
    errors: [],
  },
} as const satisfies Record<string, Route>;
