import { allNetworks } from '@belfry/networks/index.ts';
import { systemHost } from '../server/src/base/host.ts';
import { Slices } from '../server/src/base/slices.ts';
import { openDatabase } from '../server/src/db/database.ts';
import { Callers } from '../server/src/keys/callers.ts';
import { hashKey } from '../server/src/keys/key.ts';
import { createPost } from '../server/src/posts/posts.ts';
import { type Figure, median, percentile } from './figures.ts';
import { type BenchService, startService } from './harness.ts';
import { load } from './load.ts';
import { pgbench, recordStatements, type Statement } from './pgbench.ts';

export const title = 'POST /posts over 16 connections, against pgbench with the same statements';

const CLIENTS = 16;
const SECONDS = 5;
const ROUNDS = 5;

export async function measure(): Promise<Figure[]> {
  await using service = await startService();
  const channel = await service.call<{ id: number }>('POST', '/api/public/v1/channels', {
    platform: 'sandbox',
    credentials: { username: 'bench' },
  });
  const post = {
    status: 'scheduled' as const,
    scheduled_at: '2035-01-01T09:00:00Z',
    content: 'The bells ring at nine.',
    targets: [{ channel_id: channel.id }],
  };
  const statements = await record(service, post);
  const http = {
    method: 'POST',
    url: `${service.url}/api/public/v1/posts`,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(post),
    connections: CLIENTS,
    seconds: SECONDS,
  };
  await load(http);
  const rates: number[] = [];
  const bare: number[] = [];
  const latencies: number[] = [];
  // Alternate, so that other load on the machine affects both equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await load(http);
    rates.push(result.rate);
    latencies.push(...result.latencies);
    bare.push(await pgbench(service.database, statements, { clients: CLIENTS, seconds: SECONDS }));
  }
  return [
    { name: 'service', reached: median(rates), unit: '/s' },
    { name: 'pgbench', reached: median(bare), unit: '/s' },
    { name: 'ratio', reached: (100 * median(rates)) / median(bare), unit: '%', goal: { least: 35 } },
    { name: 'p50', reached: percentile(latencies, 0.5), unit: 'ms' },
    { name: 'p99', reached: percentile(latencies, 0.99), unit: 'ms', goal: { most: 50 } },
  ];
}

/** The statements of one request, recorded from the use case itself. */
async function record(service: BenchService, post: Parameters<typeof createPost>[2]): Promise<Statement[]> {
  const db = openDatabase(service.database, { patience: 0 });
  const networks = new Map(allNetworks.map((each) => [each.rules.platform, each]));
  try {
    return await recordStatements(db, async (recorded) => {
      const caller = await new Callers(recorded).find(hashKey(service.key) as Buffer);
      if (caller === undefined) throw new Error('the key has no owner');
      await createPost({ db: recorded, networks, slices: new Slices(systemHost) }, caller, post, undefined);
    });
  } finally {
    await db.close();
  }
}
