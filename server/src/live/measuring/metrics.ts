/** Use case: the numbers of a post. */
import type { DataOf } from '@belfry/contract/routes.ts';
import { metricNames } from '@belfry/networks/core/metrics.ts';
import { allow, type Caller, canAccessChannel } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import { findPost } from '../../posts/index.ts';
import { listMetrics, type MetricsRow } from './store.ts';

type TargetMetrics = DataOf<'getPostMetrics'>[number];

/** Without the targets of channels that the caller may not use. */
export async function getMetrics(
  { db }: Pick<Context, 'db'>,
  who: Caller,
  postId: number,
): Promise<TargetMetrics[]> {
  allow(who, 'post.read');
  orNotFound(await findPost(db, who, postId));
  const rows = await listMetrics(db, who.workspaceId, postId);
  const byTarget = Map.groupBy(rows, ({ target_id }) => target_id);
  return [...byTarget.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || !canAccessChannel(who, first.channel_id)) return [];
    const { target_id, channel_id, platform } = first;
    return [{ target_id, channel_id, platform, measurements: group.map(presentRow) }];
  });
}

function presentRow({ measured_at, numbers }: MetricsRow): TargetMetrics['measurements'][number] {
  const all = Object.fromEntries(metricNames.map((name) => [name, numbers[name] ?? null]));
  return { measured_at, ...all } as TargetMetrics['measurements'][number];
}
