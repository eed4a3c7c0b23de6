/** What Meta counts of an account's posts and of an app's calls. */
import { field } from '../../core/json.ts';
import type { Quota } from '../../core/network.ts';
import { statedNumber } from '../../core/stated.ts';
import { callGraph, dataOf, type Graph } from './graph.ts';
import { readAppUsage } from './usage.ts';

/** The posts of 24 hours, and the app's calls of an hour. `assumed`: how many posts, if Meta does not say. */
export async function readQuota(graph: Graph, path: string, assumed: number): Promise<[Quota, ...Quota[]]> {
  const query = { fields: 'quota_usage,config' };
  const response = await callGraph(graph, { method: 'GET', path, query });
  if (response.status !== 200) throw graph.faultOf(response, graph.caller.now());
  const [first] = dataOf(response.json);
  const number = (...names: string[]) => statedNumber(field(first, ...names), 0, 1_000_000);
  const posts: Quota = {
    name: 'posts in 24 hours',
    used: number('quota_usage') ?? 0,
    most: number('config', 'quota_total') ?? assumed,
    scope: 'channel',
    resetsAt: null,
  };
  const usage = readAppUsage(response);
  if (usage === undefined) return [posts];
  const name = 'percent of the calls of the app in an hour';
  return [posts, { name, used: usage, most: 100, scope: 'app', resetsAt: null }];
}
