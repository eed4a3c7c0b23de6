/** What Meta counts of an account in 24 hours, and of an app's calls. */
import { NetworkFault } from '../../core/fault.ts';
import { field, listField } from '../../core/json.ts';
import type { Quota } from '../../core/network.ts';
import { statedNumber } from '../../core/stated.ts';
import type { Graph } from './graph.ts';
import { readAppUsage } from './usage.ts';

/** Something that is counted. */
export interface Counted {
  /** In words for people: "posts". */
  name: string;
  /** Before the names of its fields. */
  prefix: string;
  /** How many, if Meta does not say. */
  assumed: number;
}

/** Seconds. Meta counts the last 24 hours, and does not say when the oldest call leaves them. */
const wait = 3600;

/** The quotas, and the percentage of the app's calls of an hour. */
export async function readQuotas(
  graph: Graph,
  path: string,
  counted: readonly Counted[],
): Promise<{ quotas: Quota[]; usage: number | undefined }> {
  const fields = counted.flatMap(({ prefix }) => [`${prefix}quota_usage`, `${prefix}config`]).join(',');
  const response = await graph.read(path, { fields });
  const [first] = listField(graph.requireGood(response), 'data');
  const number = (...names: string[]) => statedNumber(field(first, ...names), 0, 1_000_000);
  const quotas = counted.map(
    ({ name, prefix, assumed }): Quota => ({
      name: `${name} in 24 hours`,
      used: number(`${prefix}quota_usage`) ?? 0,
      most: number(`${prefix}config`, 'quota_total') ?? assumed,
      scope: 'channel',
      resetsAt: null,
    }),
  );
  return { quotas, usage: readAppUsage(response) };
}

export function describePosts(network: string, { used, most }: Quota): string {
  return `This account has published ${used} of the ${most} posts that ${network} allows in 24 hours.`;
}

/** Throws `throttled` if the account may not do so much more now. */
export function requireRoom(quota: Quota, more: number, describe: (quota: Quota) => string): void {
  if (quota.used + more <= quota.most) return;
  const message = describe(quota);
  throw new NetworkFault({ kind: 'throttled', message, retryAfter: wait, scope: 'channel' });
}
