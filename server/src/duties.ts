/** What must be done now and then, whoever asks or not. */
import { listStale, refreshLimits } from './channels/limits.ts';
import type { Context } from './context.ts';
import type { SyncedClock } from './db/clock.ts';
import { deleteOldAnswers } from './idempotency/idempotency.ts';
import { touchKeys } from './keys/lookup.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Starts every duty on its own interval; a failure is logged and tried again the next time. */
export function startDuties(ctx: Context, clock: SyncedClock): { stop(): Promise<void> } {
  const every = (ms: number, name: string, duty: () => Promise<void>) =>
    setInterval(() => {
      duty().catch((error: unknown) => ctx.log.warn({ err: error }, `${name} failed`));
    }, ms);
  const timers = [
    every(10 * SECOND, 'reading the clock', () => clock.sync()),
    every(MINUTE, 'noting the use of keys', () => noteKeyUse(ctx)),
    every(10 * MINUTE, 'forgetting old answers', () => deleteOldAnswers(ctx.db)),
    every(10 * MINUTE, 'reading limits of accounts', () => readLimits(ctx)),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await noteKeyUse(ctx);
    },
  };
}

async function noteKeyUse(ctx: Pick<Context, 'db' | 'keyUse'>): Promise<void> {
  const ids = [...ctx.keyUse];
  ctx.keyUse.clear();
  if (ids.length > 0) await touchKeys(ctx.db, ids);
}

async function readLimits(ctx: Context): Promise<void> {
  for (const channel of await listStale(ctx)) await refreshLimits(ctx, channel);
}
