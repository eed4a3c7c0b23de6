/** The posting times of channels as points in time. */
import type { Route } from './route.ts';
import { closed, Id, PUBLIC, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

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
} as const satisfies Record<string, Route>;
