/** https://developers.facebook.com/docs/threads/insights (2026-11-22) */
import { refuse } from '../core/fault.ts';
import { field } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { statedNumber } from '../core/stated.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { isUnnamed } from '../families/meta/containers.ts';
import { callGraph, dataOf, type Graph, pathTo } from '../families/meta/graph.ts';
import { isLost } from './afterwards.ts';
import { type Grant, graphOf } from './api.ts';
import { scopesOf } from './scopes.ts';

/** The names at Threads, by ours. Those of one name are added. */
const names = {
  views: ['views'],
  likes: ['likes'],
  comments: ['replies'],
  shares: ['reposts', 'quotes', 'shares'],
} as const;

export const measure: Measuring<Grant, MetaApp> = {
  batch: 10,
  async read(posts, session) {
    if (!session.grant.scopes.includes(scopesOf.insights))
      throw refuse('The sign-in does not allow numbers. Connect the channel again, and allow insights.');
    const metrics = new Map<string, Metrics>();
    for (const post of posts) {
      const read = isUnnamed(post) ? undefined : await readMetrics(graphOf(session), post);
      if (read !== undefined) metrics.set(post.id, read);
    }
    return metrics;
  },
};

/** Undefined if Threads no longer has the post. */
async function readMetrics(graph: Graph, { id }: PublishedPart): Promise<Metrics | undefined> {
  const metric = Object.values(names).flat().join(',');
  const answer = await callGraph(graph, { method: 'GET', path: pathTo(id, 'insights'), query: { metric } });
  if (isLost(answer.json)) return undefined;
  if (answer.status !== 200) throw graph.faultOf(answer, graph.caller.now());
  const numbers = new Map(dataOf(answer.json).map((item) => [field(item, 'name'), readValue(item)]));
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, theirs]) => {
      const known = theirs.flatMap((each) => numbers.get(each) ?? []);
      return known.length === 0 ? [] : [[name, known.reduce((sum, each) => sum + each, 0)]];
    }),
  );
}

function readValue(item: unknown): number | undefined {
  return statedNumber(field(item, 'values', 0, 'value'), 0, Number.MAX_SAFE_INTEGER);
}
