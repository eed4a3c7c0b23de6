import { openDatabase } from '../server/src/db/database.ts';
import { type Figure, median, percentile, time } from './figures.ts';
import { type BenchService, startService } from './harness.ts';
import { load } from './load.ts';

export const title = 'a request with a key, against the same without one, and a bare statement';

const SECONDS = 2;
const ROUNDS = 5;
const STATEMENTS = 2000;

/** Alternates the requests, so that other load on the machine affects all of them equally. */
export async function measure(): Promise<Figure[]> {
  await using service = await startService();
  const db = openDatabase(service.database, { patience: 0 });
  const open: number[] = [];
  const keyed: number[] = [];
  const bare: number[] = [];
  await load(requestOf(service, service.key));
  for (let round = 0; round < ROUNDS; round += 1) {
    open.push(...(await load(requestOf(service))).latencies);
    keyed.push(...(await load(requestOf(service, service.key))).latencies);
    for (let n = 0; n < STATEMENTS; n += 1) bare.push(await time(() => db.rows('select 1')));
  }
  await db.close();
  const added = median(keyed) - median(open);
  return [
    { name: 'added by a key, p50', reached: added, unit: 'ms', goal: { most: 0.3 } },
    { name: 'with a key, p50', reached: median(keyed), unit: 'ms' },
    { name: 'with a key, p99', reached: percentile(keyed, 0.99), unit: 'ms' },
    { name: 'without one, p50', reached: median(open), unit: 'ms' },
    { name: 'ratio', reached: median(keyed) / median(open), unit: '×' },
    { name: 'a bare statement, p50', reached: median(bare), unit: 'ms' },
    { name: 'what is added against it', reached: added / median(bare), unit: '×' },
  ];
}

/** A public endpoint checks a key that is sent, too. */
function requestOf({ url }: BenchService, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return { method: 'GET', url: `${url}/health`, headers, connections: 1, seconds: SECONDS };
}
