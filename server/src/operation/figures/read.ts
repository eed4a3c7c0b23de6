/** Reads all values that `/metrics` and `/ready` need from the database. */
import type { Db } from '../../db/database.ts';
import { countPausedGates, readLaneHealth } from '../../lanes/index.ts';
import { listRunning } from '../../process/index.ts';
import { readWebhookHealth } from '../../webhooks/index.ts';
import type { Figures } from './figures.ts';
import { readBacklog } from './store.ts';

export async function readFigures(db: Db): Promise<Figures> {
  return {
    ...(await readLaneHealth(db)),
    ...(await readBacklog(db)),
    appsPaused: await countPausedGates(db),
    webhooks: await readWebhookHealth(db),
    running: await listRunning(db),
  };
}
