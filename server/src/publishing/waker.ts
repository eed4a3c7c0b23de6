/** Decides when the publisher looks for work: at the moment something is due, when told, and now and then. */
import type { Context } from '../context.ts';
import type { Publisher } from './publisher.ts';
import { LEASE } from './store.ts';

/** Seconds after which a worker looks, told or not; below the minute within which schedulers notify. */
export const HORIZON = 20;
/** Milliseconds to wait when what is due cannot be had: somebody is changing it this moment. */
const CONTENDED = 10;
/** Milliseconds to wait after a failure of the database. */
const BROKEN = 1000;

export async function startWaker(
  ctx: Pick<Context, 'db' | 'log'>,
  publisher: Publisher,
): Promise<{ stop(): Promise<void> }> {
  let wake: () => void = () => undefined;
  let told = true;
  let stopped = false;
  const tell = (): void => {
    told = true;
    wake();
  };
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (told || stopped) return resolve();
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const look = async (): Promise<number> => {
    told = false;
    if ((await publisher.claim()) > 0) return 0;
    const seconds = await publisher.secondsUntilDue(HORIZON);
    return seconds > 0 ? Math.ceil(seconds * 1000) : CONTENDED;
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      const ms = await look().catch((error: unknown) => {
        ctx.log.error({ err: error }, 'looking for due work failed');
        return BROKEN;
      });
      if (ms > 0) await sleep(ms);
    }
  };
  publisher.onSettled = tell;
  const beats = setInterval(
    () => {
      publisher.beat().catch((error: unknown) => ctx.log.warn({ err: error }, 'heartbeat failed'));
    },
    (LEASE * 1000) / 3,
  );
  const ears = await ctx.db.listen('belfry_due', tell);
  await publisher.beat();
  const running = run();
  return {
    async stop() {
      stopped = true;
      wake();
      await running;
      clearInterval(beats);
      await ears.close();
    },
  };
}
