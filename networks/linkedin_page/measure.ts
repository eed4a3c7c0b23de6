/**
 * Numbers of a Page's posts.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics (2026-09-19)
 */
import { NetworkFault, refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Measuring, MetricName, Metrics } from '../core/metrics.ts';
import { findElements, type Grant } from '../families/linkedin/api.ts';
import type { App } from '../families/linkedin/app.ts';

const names: Partial<Record<MetricName, string>> = {
  impressions: 'impressionCount',
  reach: 'uniqueImpressionsCount',
  likes: 'likeCount',
  comments: 'commentCount',
  shares: 'shareCount',
  clicks: 'clickCount',
};

/** LinkedIn has two kinds of posts, which it counts in separate lists. */
const kinds = [
  { list: 'shares', property: 'share' },
  { list: 'ugcPosts', property: 'ugcPost' },
];

export const measure: Measuring<Grant, App> = {
  batch: 20,
  keepFor: 48 * 3600,

  async read(posts, session) {
    const read = new Map<string, Metrics>();
    const page = encodeURIComponent(session.account.id);
    for (const { list, property } of kinds) {
      const ids = posts.map(({ id }) => id).filter((id) => id.startsWith(`urn:li:${property}:`));
      if (ids.length === 0) continue;
      const query = `q=organizationalEntity&organizationalEntity=${page}&${list}=List(${ids.map(encodeURIComponent).join()})`;
      const path = `/rest/organizationalEntityShareStatistics?${query}`;
      for (const element of await findElements(session, path).catch(withoutRole)) {
        const id = textField(element, property);
        if (id !== undefined && ids.includes(id)) read.set(id, metricsOf(element));
      }
    }
    return read;
  },
};

/** Other roles may publish on a Page, but not read its numbers. So this says nothing about the sign-in. */
function withoutRole(error: unknown): never {
  const { kind, networkCode } = error instanceof NetworkFault ? error.fault : {};
  if (kind !== 'reconnect' || networkCode === 'REVOKED_ACCESS_TOKEN') throw error;
  throw refuse('LinkedIn shows the numbers of a Page only to its administrators.');
}

function metricsOf(element: unknown): Metrics {
  const pairs = Object.entries(names).flatMap(([name, property]) => {
    const value = field(element, 'totalShareStatistics', property);
    // LinkedIn corrects its numbers, so that a count of likes can be below 0.
    return typeof value === 'number' ? [[name, Math.max(0, value)]] : [];
  });
  return Object.fromEntries(pairs);
}
