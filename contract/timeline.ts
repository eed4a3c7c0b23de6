/** The timeline of a post. */
import type { Static } from 'typebox';
import { EventKind } from './events.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { AnyObject, byId, closed, Id, nullable, Person, PUBLIC, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const TimelineEvent = named(
  'TimelineEvent',
  closed({
    id: Id,
    kind: EventKind,
    at: Timestamp,
    target_id: nullable(Id),
    channel_id: nullable(Id),
    actor: nullable(Person),
    data: AnyObject,
  }),
);

export type TimelineEvent = Static<typeof TimelineEvent>;

export const timelineRoutes = {
  listPostEvents: {
    method: 'GET',
    path: `${PUBLIC}/posts/:id/events`,
    summary: 'List the timeline of a post: status changes, attempts, replies and warnings',
    description: 'Oldest first: the first 1,000 entries.',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Type.Array(TimelineEvent)),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
