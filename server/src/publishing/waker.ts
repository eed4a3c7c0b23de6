/** Decides when the publisher looks for work: at the moment something is due, when told, and now and then. */
import type { Context } from '../context.ts';
import type { Publisher } from './publisher.ts';
import { LEASE } from './store.ts';

/** Seconds after which a worker looks, told or not; below the minute within which schedulers notify. */
export const HORIZON = 15;
/** Milliseconds to wait when what is due cannot be had since somebody is changing it; doubled up to the longest. */
const CONTENDED = 5;
const LONGEST_CONTENDED = 1000;
/** Milliseconds to wait after a failure of the database. */
const BROKEN = 1000;

export async function startWaker(
  ctx: Pick<Context, 'db' | 'log'>,
  publisher: Publisher,
): Promise<{ stop(): Promise<void> }> {
  let wake: () => void = () => undefined;
  let told = true;
  let stopped = false;
  let contended = CONTENDED;
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
    const claimed = await publisher.claim();
    const seconds = claimed > 0 ? 0 : await publisher.secondsUntilDue(HORIZON);
    const isContended = claimed === 0 && seconds === 0;
    contended = isContended ? Math.min(LONGEST_CONTENDED, contended * 2) : CONTENDED;
    return isContended ? contended : Math.ceil(seconds * 1000);
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
