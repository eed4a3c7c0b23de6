/** Reads all values that `/metrics` and `/ready` need from the database. */
import type { Context } from '../../base/context.ts';
import { countPausedGates, readLaneHealth } from '../../lanes/index.ts';
import { readBudgetsUsed } from '../../live/index.ts';
import { listRunning } from '../../process/index.ts';
import { readWebhookHealth } from '../../webhooks/index.ts';
import type { Figures } from './figures.ts';
import { readBacklog } from './store.ts';

export async function readFigures({ db, networks }: Pick<Context, 'db' | 'networks'>): Promise<Figures> {
  return {
    ...(await readLaneHealth(db)),
    ...(await readBacklog(db)),
    appsPaused: await countPausedGates(db),
    webhooks: await readWebhookHealth(db),
    budgetsUsed: await readBudgetsUsed(db, networks.values()),
    running: await listRunning(db),
  };
}
