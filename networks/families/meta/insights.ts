/** Numbers of posts, as all networks of Meta tell them. */
import { refuse } from '../../core/fault.ts';
import { field, listField } from '../../core/json.ts';
import type { Measuring, MetricName, Metrics } from '../../core/metrics.ts';
import type { Session } from '../../core/network.ts';
import { statedNumber } from '../../core/stated.ts';
import type { MetaApp } from './app.ts';
import { isUnnamed } from './container-posts.ts';

/** Reads one post after the other. `read`: undefined if Meta no longer has the post. */
export function measureEach<Grant extends { scopes: string[] }>(
  scopeOf: (grant: Grant) => string,
  read: (id: string, session: Session<Grant, MetaApp>) => Promise<Metrics | undefined>,
): Measuring<Grant, MetaApp> {
  return {
    batch: 10,
    async read(posts, session) {
      if (!session.grant.scopes.includes(scopeOf(session.grant)))
        throw refuse('The sign-in does not allow numbers. Connect the channel again, and allow insights.');
      const metrics = new Map<string, Metrics>();
      for (const post of posts) {
        const found = isUnnamed(post) ? undefined : await read(post.id, session);
        if (found !== undefined) metrics.set(post.id, found);
      }
      return metrics;
    },
  };
}

/** Meta's names, by ours. Those of one name are added. */
export type InsightNames = { readonly [Name in MetricName]?: readonly string[] };

/** The query that asks for these. */
export function askFor(names: InsightNames): { metric: string } {
  return { metric: Object.values(names).flat().join(',') };
}

/** Those of the names that an answer has. */
export function readInsights(json: unknown, names: InsightNames): Metrics {
  const items = listField(json, 'data');
  const read = (name: string) => {
    const item = items.find((each) => field(each, 'name') === name);
    return readCount(item, 'values', 0, 'value');
  };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, theirs]) => {
      const known = theirs.flatMap((each) => read(each) ?? []);
      return known.length === 0 ? [] : [[name, known.reduce((sum, each) => sum + each, 0)]];
    }),
  );
}

export function readCount(json: unknown, ...path: (string | number)[]): number | undefined {
  return statedNumber(field(json, ...path), 0, Number.MAX_SAFE_INTEGER);
}
