/** Published posts: deleting them at their networks, and the numbers that networks show about them. */
import { metricNames } from '@belfry/networks/core/metrics.ts';
import { named } from './named.ts';
import { Platform } from './networks.ts';
import type { Route } from './route.ts';
import { byId, Count, closed, Id, nullable, PUBLIC, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

const numbers = Object.fromEntries(metricNames.map((name) => [name, nullable(Count)])) as {
  [Name in (typeof metricNames)[number]]: ReturnType<typeof nullable<typeof Count>>;
};

const Measurement = named(
  'Measurement',
  closed({
    measured_at: Timestamp,
    ...numbers,
  }),
);

export const TargetMetrics = named(
  'TargetMetrics',
  closed({
    target_id: Id,
    channel_id: Id,
    platform: Platform,
    measurements: Type.Array(Measurement, {
      description: 'Oldest first. Null: the network does not offer this number.',
    }),
  }),
);

export const Removal = named(
  'Removal',
  closed({
    target_id: Id,
    requested_at: Timestamp,
    removed_at: nullable(Timestamp),
  }),
);

export const liveRoutes = {
  getPostMetrics: {
    method: 'GET',
    path: `${PUBLIC}/posts/:id/metrics`,
    summary: 'Get the numbers of a published post',
    description:
      'The numbers that each network showed 1 hour, 6 hours, 23 hours, 3 days, 7 days and 29 days after the post was published. Targets without numbers are left out: their network offers none, or none was read yet.',
    permission: 'post.read',
    params: byId,
    status: 200,
    output: wrapped(Type.Array(TargetMetrics)),
    errors: ['not_found'],
  },
  removeTarget: {
    method: 'DELETE',
    path: `${PUBLIC}/posts/:id/targets/:target_id/remote`,
    summary: 'Delete a published post at its network',
    description:
      'Belfry deletes all parts of the post at the network of this target, last to first, and keeps trying for a day. The timeline shows the result as `target.removed` or `target.removal_failed`, and the target gets `removed_at`. The post here stays `published`, and a retry does not publish it again. You may send the request again, also after a failure.',
    permission: 'post.remove',
    params: closed({ id: Id, target_id: Id }),
    status: 202,
    output: wrapped(Removal),
    errors: [
      'not_found',
      'target_not_published',
      'removal_unsupported',
      'idempotency_in_flight',
      'idempotency_key_reused',
    ],
    idempotent: true,
  },
} as const satisfies Record<string, Route>;
