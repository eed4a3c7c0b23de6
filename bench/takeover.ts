import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../server/src/db/database.ts';
import { fill, untilPublished } from './backlog.ts';
import type { Figure } from './figures.ts';
import { startService, startWorker, stop } from './harness.ts';
import { connectChannels, endpointOf } from './punctual.ts';
import { startTinyNetwork } from './tiny-network.ts';

export const title = 'targets of a killed worker, until another worker has published them';

const CHANNELS = 40;
/** Milliseconds until the network answers a call. */
const DELAY = 2000;
/** Seconds of a lease. */
const LEASE = 15;

export async function measure(): Promise<Figure[]> {
  const network = await startTinyNetwork(DELAY);
  const env = { ...endpointOf(network), BELFRY_SECRET: 'the same for all, and long enough for it' };
  await using service = await startService({ env: { ...env, BELFRY_ROLE: 'api' } });
  await connectChannels(service, CHANNELS);
  const db = openDatabase(service.database, { patience: 0 });
  const doomed = await startWorker(service.database.host, env);
  const at = await fill(db, { channels: CHANNELS, targetsEach: 1, ahead: 3 });
  while (network.arrivals.length < CHANNELS) await sleep(20);
  const heir = await startWorker(service.database.host, env);
  doomed.kill('SIGKILL');
  await once(doomed, 'exit');
  const killedAt = Date.now();
  const seconds = await untilPublished(db, at);
  const took = (Date.parse(at) + seconds * 1000 - killedAt) / 1000;
  await Promise.all([stop(heir), db.close(), network.close()]);
  return [
    {
      name: 'from the kill until the last is published',
      reached: took,
      unit: 's',
      goal: { most: LEASE + 1 + DELAY / 1000 },
    },
    { name: 'of it the network’s own time', reached: DELAY / 1000, unit: 's' },
  ];
}
