/** One of several threads that share the seeds. Each has its own database and its own random state. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Connection } from '../../server/src/db/database.ts';
import { openGround } from './ground.ts';
import { simulate } from './simulate.ts';

export interface ThreadInput {
  connection: Connection;
  seeds: number[];
}

const { connection, seeds } = workerData as ThreadInput;
const ground = await openGround(connection);
for (const seed of seeds) {
  parentPort?.postMessage(await simulate(seed, ground));
}
await ground.close();
