/** What must be done now and then, whoever asks or not. */
import { listStale, refreshLimits } from './channels/limits.ts';
import type { Context } from './context.ts';
import type { SyncedClock } from './db/clock.ts';
import { deleteOldAnswers } from './idempotency/idempotency.ts';
import { touchKeys } from './keys/lookup.ts';
import { clearAbandoned } from './media/incoming.ts';
import { prepareDueSoon } from './media/prepare.ts';
import { verifyMediaAlone } from './media/verify/verify.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Starts every duty on its own interval; a failure is logged and tried again the next time. */
export function startDuties(ctx: Context, clock: SyncedClock): { stop(): Promise<void> } {
  const ending = new AbortController();
  const run = (name: string, duty: () => Promise<unknown>) =>
    duty().catch((error: unknown) => {
      if (!ending.signal.aborted) ctx.log.warn({ err: error }, `${name} failed`);
    });
  const every = (ms: number, name: string, duty: () => Promise<unknown>) => {
    let isAtWork = false;
    return setInterval(async () => {
      // A round that takes longer than its interval is not joined by the next.
      if (isAtWork) return;
      isAtWork = true;
      await run(name, duty);
      isAtWork = false;
    }, ms);
  };
  // The longest of them: it ends early when the service does, which waits for it.
  let verifying: Promise<unknown> = Promise.resolve();
  const verify = () => {
    verifying = verifyDaily(ctx, ending.signal);
    return verifying;
  };
  const timers = [
    every(10 * SECOND, 'reading the clock', () => clock.sync()),
    every(MINUTE, 'noting the use of keys', () => noteKeyUse(ctx)),
    every(10 * MINUTE, 'forgetting old answers', () => deleteOldAnswers(ctx.db)),
    every(10 * MINUTE, 'reading limits of accounts', () => readLimits(ctx)),
    ...(ctx.config.role === 'api' ? [] : [every(MINUTE, 'preparing images', () => prepareDueSoon(ctx))]),
    every(10 * MINUTE, 'clearing what arrived and was left', () => clearAbandoned(ctx.config.dataDir)),
    // A service that is started every day verifies as well.
    setTimeout(run, HOUR, 'verifying the media', verify),
    every(DAY, 'verifying the media', verify),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      ending.abort();
      await verifying.catch(() => undefined);
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

/** Says nothing while another process does it, and when all is whole. */
export async function verifyDaily(
  ctx: Pick<Context, 'db' | 'files' | 'config' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const report = await verifyMediaAlone(ctx, signal === undefined ? {} : { signal });
  if (report === undefined) return;
  const { media, ...figures } = report;
  if (report.damaged > 0) {
    ctx.log.warn({ ...figures, media: media.slice(0, 20) }, 'files of media are missing or damaged');
  }
  if (report.unlikely) {
    ctx.log.warn(figures, 'most files of media have no row: is this their database? None was removed');
  } else if (report.orphans_removed + report.half_done_removed > 0) {
    ctx.log.info(figures, 'files that no media need were removed');
  }
}
