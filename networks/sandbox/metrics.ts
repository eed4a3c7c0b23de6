/** Reads the numbers of posts, and deletes posts. */
import { field, textField } from '../core/json.ts';
import { type Measuring, type Metrics, metricNames } from '../core/metrics.ts';
import type { PublishedPart, Session } from '../core/network.ts';
import { statedNumber } from '../core/stated.ts';
import { authorize, send } from './call.ts';
import type { Grant } from './connect.ts';
import { faultOf } from './faults.ts';

export const measure: Measuring<Grant> = {
  batch: 20,
  async read(posts, session) {
    const ids = posts.map(({ id }) => id);
    const path = `/posts?${new URLSearchParams({ ids: ids.join() })}`;
    const response = await send(session, path, { method: 'GET', headers: authorize(session) });
    const listed = field(response.json, 'data');
    if (response.status !== 200 || !Array.isArray(listed)) throw faultOf(response, session.now());
    const found = listed.flatMap((post): [string, Metrics][] => {
      const id = textField(post, 'id');
      return id !== undefined && ids.includes(id) ? [[id, readMetrics(field(post, 'numbers'))]] : [];
    });
    return new Map(found);
  },
};

function readMetrics(stated: unknown): Metrics {
  const numbers = metricNames.flatMap((name) => {
    const value = statedNumber(field(stated, name), 0, Number.MAX_SAFE_INTEGER);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(numbers);
}

export async function remove({ id }: PublishedPart, session: Session<Grant>): Promise<void> {
  const path = `/posts/${encodeURIComponent(id)}`;
  const response = await send(session, path, { method: 'DELETE', headers: authorize(session) });
  const isDone = response.status === 200 && textField(response.json, 'data', 'id') === id;
  if (!isDone && response.status !== 404) throw faultOf(response, session.now());
}
