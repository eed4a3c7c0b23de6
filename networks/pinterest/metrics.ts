/** Reads the numbers of pins, and deletes pins. */
import { field } from '../core/json.ts';
import type { Measuring, Metrics } from '../core/metrics.ts';
import type { PublishedPart } from '../core/network.ts';
import { readNumbers } from '../core/numbers.ts';
import { type App, ask, type Grant, type PinterestSession } from './api.ts';

const day = 86_400_000;
/** Days. Pinterest refuses an earlier begin than 90 days ago. */
const longest = 89;

const inPeriod = { impressions: 'IMPRESSION', saves: 'SAVE', clicks: 'OUTBOUND_CLICK' };
/** Pinterest counts these only for a pin's whole life. */
const inLife = { likes: 'TOTAL_REACTIONS', comments: 'TOTAL_COMMENTS' };

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
      metric_types: Object.values({ ...inPeriod, ...inLife }).join(),
    };
    for (const { id } of posts) {
      const call = { path: `${pathOf(id)}/analytics`, query, accepts: [200, 404] };
      const { status, json } = await ask(session, call, (_, response) => response);
      if (status === 200) found.set(id, readMetrics(field(json, 'all')));
    }
    return found;
  },
};

function readMetrics(all: unknown): Metrics {
  return {
    ...readNumbers(field(all, 'summary_metrics'), inPeriod),
    ...readNumbers(field(all, 'lifetime_metrics'), inLife),
  };
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export async function remove({ id }: PublishedPart, session: PinterestSession): Promise<void> {
  await ask(session, { method: 'DELETE', path: pathOf(id), accepts: [204, 404] }, () => true);
}

const pathOf = (id: string) => `/pins/${encodeURIComponent(id)}`;
