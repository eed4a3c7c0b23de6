import { openDatabase } from '../server/src/db/database.ts';
import { fill, untilPublished } from './backlog.ts';
import type { Figure } from './figures.ts';
import { startService, startWorker, stop } from './harness.ts';
import { findFamily, readCpu } from './processes.ts';
import { connectChannels, endpointOf } from './punctual.ts';
import { startTinyNetwork } from './tiny-network.ts';

export const title = '10,000 posts due in one second over 2,000 channels, networks answering in 200 ms';

const channels = 2000;
const targetsEach = 5;
const TARGETS = channels * targetsEach;
/** Milliseconds until the network answers. */
const DELAY = 200;

/** On few cores, two processes cannot be faster. Their CPU time then shows whether they could be on more cores. */
export async function measure(): Promise<Figure[]> {
  const network = await startTinyNetwork(DELAY);
  const env = { ...endpointOf(network), BELFRY_SECRET: 'the same for both, and long enough' };
  await using service = await startService({ env });
  await connectChannels(service, channels);
  const db = openDatabase(service.database, { patience: 0 });
  const backlog = { channels, targetsEach, ahead: 8 };
  const run = async (pids: readonly number[]) => {
    const at = await fill(db, backlog);
    const read = async () => readCpu((await Promise.all(pids.map(findFamily))).flat());
    const before = await read();
    const seconds = await untilPublished(db, at);
    return { seconds, cpu: (((await read()) - before) * 1e6) / TARGETS };
  };
  const one = await run([service.pid]);
  const second = await startWorker(service.database.host, env);
  const two = await run([service.pid, second.pid as number]);
  await Promise.all([stop(second), db.close(), network.close()]);
  return [
    { name: 'until the last is published, one process', reached: one.seconds, unit: 's', goal: { most: 15 } },
    { name: 'the waiting for networks alone', reached: (targetsEach * DELAY) / 1000, unit: 's' },
    { name: 'until the last is published, two processes', reached: two.seconds, unit: 's' },
    { name: 'ratio of the two', reached: one.seconds / two.seconds, unit: '×' },
    { name: 'of a core for each, one process', reached: one.cpu, unit: 'µs' },
    { name: 'of a core for each, two processes', reached: two.cpu, unit: 'µs' },
  ];
}
