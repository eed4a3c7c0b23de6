/** Reads the numbers of pins, and deletes pins. */
import { field } from '../core/json.ts';
import type { Measuring, MetricName, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { type App, callApi, type Grant, type PinterestSession, readApi } from './api.ts';
import { faultOf } from './faults.ts';

const day = 86_400_000;
/** Days. Pinterest refuses an earlier begin than 90 days ago. */
const longest = 89;

/** Where Pinterest states each number. It counts reactions and comments only for a pin's whole life. */
const places: Partial<Record<MetricName, readonly [period: string, name: string]>> = {
  impressions: ['summary_metrics', 'IMPRESSION'],
  saves: ['summary_metrics', 'SAVE'],
  clicks: ['summary_metrics', 'OUTBOUND_CLICK'],
  likes: ['lifetime_metrics', 'TOTAL_REACTIONS'],
  comments: ['lifetime_metrics', 'TOTAL_COMMENTS'],
};

/** https://developers.pinterest.com/docs/api/v5/pins-analytics (2026-11-22). The sandbox does not have it. */
export const measure: Measuring<Grant, App> = {
  batch: 25,
  async read(posts, session) {
    const found = new Map<string, Metrics>();
    if (session.app?.tier === 'trial') return found;
    const now = session.now().getTime();
    const query = {
      start_date: dateOf(now - longest * day),
      end_date: dateOf(now),
      metric_types: Object.values(places)
        .map(([, name]) => name)
        .join(','),
    };
    for (const { id } of posts) {
      const response = await readApi(session, `/pins/${encodeURIComponent(id)}/analytics`, query);
      if (response.status === 404) continue;
      if (response.status !== 200) throw faultOf(response, session.now());
      found.set(id, readMetrics(field(response.json, 'all')));
    }
    return found;
  },
};

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function readMetrics(stated: unknown): Metrics {
  const numbers = Object.entries(places).flatMap(([name, [period, own]]) => {
    const value = field(stated, period, own);
    return typeof value === 'number' && value >= 0 ? [[name, value] as const] : [];
  });
  return Object.fromEntries(numbers);
}

export async function remove({ id }: PublishedPart, session: PinterestSession): Promise<void> {
  const response = await callApi(session, 'DELETE', `/pins/${encodeURIComponent(id)}`);
  if (response.status !== 204 && response.status !== 404) throw faultOf(response, session.now());
}
