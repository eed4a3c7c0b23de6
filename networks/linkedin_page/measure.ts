/**
 * Numbers of a Page's posts.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics (2026-09-19)
 */
import { field, textField } from '../core/json.ts';
import type { Measuring, MetricName, Metrics } from '../core/metrics.ts';
import { callAsAccount, type Grant, type LinkedinSession } from '../families/linkedin/api.ts';
import type { App } from '../families/linkedin/app.ts';
import { faultOf } from '../families/linkedin/faults.ts';

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
  { list: 'shares', property: 'share', prefix: 'urn:li:share:' },
  { list: 'ugcPosts', property: 'ugcPost', prefix: 'urn:li:ugcPost:' },
];

export const measure: Measuring<Grant, App> = {
  batch: 20,
  keepFor: 48 * 3600,

  async read(posts, session) {
    const read = new Map<string, Metrics>();
    for (const kind of kinds) {
      const ids = posts.map(({ id }) => id).filter((id) => id.startsWith(kind.prefix));
      if (ids.length === 0) continue;
      for (const element of await readStatistics(kind.list, ids, session)) {
        const id = textField(element, kind.property);
        if (id !== undefined && ids.includes(id)) read.set(id, metricsOf(element));
      }
    }
    return read;
  },
};

async function readStatistics(list: string, ids: string[], session: LinkedinSession): Promise<unknown[]> {
  const page = encodeURIComponent(session.account.id);
  const query = `q=organizationalEntity&organizationalEntity=${page}&${list}=List(${ids.map(encodeURIComponent).join()})`;
  const path = `/rest/organizationalEntityShareStatistics?${query}`;
  const response = await callAsAccount(session, { method: 'GET', path, restliMethod: 'FINDER' });
  const elements = field(response.json, 'elements');
  if (response.status !== 200 || !Array.isArray(elements)) throw faultOf(response, session.now());
  return elements;
}

function metricsOf(element: unknown): Metrics {
  const pairs = Object.entries(names).flatMap(([name, property]) => {
    const value = field(element, 'totalShareStatistics', property);
    // LinkedIn corrects its numbers, so that a count of likes can be below 0.
    return typeof value === 'number' ? [[name, Math.max(0, value)]] : [];
  });
  return Object.fromEntries(pairs);
}
