/** Decides when the publisher looks for work: when something becomes due, on a notification, and regularly. */
import { Alarm } from '../base/alarm.ts';
import type { Context } from '../base/context.ts';
import { LEASE } from '../lanes/index.ts';
import type { Publisher } from './publisher.ts';

/** Seconds. A worker looks for work at least this often: a save notifies it only of targets due within a minute. */
const MAX_SLEEP = 15;
/** Milliseconds to wait when other transactions have locked all that is due. Doubles up to the maximum. */
const FIRST_CONTENDED_MS = 5;
const MAX_CONTENDED_MS = 1000;
/** Milliseconds to wait after an error of the database. */
const RETRY_MS = 1000;

export async function startWaker(
  ctx: Pick<Context, 'db' | 'log' | 'host'>,
  publisher: Publisher,
): Promise<{ stop(): Promise<void> }> {
  const alarm = new Alarm(ctx.host);
  publisher.onSettled = () => alarm.ring();
  const heartbeat = ctx.host.every((LEASE * 1000) / 3, () => {
    publisher.beat().catch((error: unknown) => ctx.log.warn({ err: error }, 'heartbeat failed'));
  });
  const listener = await ctx.db.listen('belfry_due', () => alarm.ring());
  const running = watch(ctx, publisher, alarm);
  return {
    async stop() {
      alarm.silence();
      await running;
      heartbeat.cancel();
      await listener.close();
    },
  };
}

async function watch(ctx: Pick<Context, 'log'>, publisher: Publisher, alarm: Alarm): Promise<void> {
  let contended = FIRST_CONTENDED_MS;
  let isDue = true;
  while (!alarm.isSilenced) {
    alarm.reset();
    const next: NextCheck = await lookForWork(publisher, isDue).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'looking for due work failed');
      return { ms: RETRY_MS, isDue: true };
    });
    contended = next.ms === 'contended' ? Math.min(MAX_CONTENDED_MS, contended * 2) : FIRST_CONTENDED_MS;
    const isRung = await alarm.sleep(next.ms === 'contended' ? contended : next.ms);
    isDue = publisher.hasMore || (next.isDue && !isRung);
  }
}

interface NextCheck {
  /** Milliseconds until the worker checks again. */
  ms: number | 'contended';
  /** Whether something is expected to be due then. */
  isDue: boolean;
}

/** A claim costs several times as much as reading when something is due, so this claims only if something may be due. */
async function lookForWork(publisher: Publisher, isDue: boolean): Promise<NextCheck> {
  const untilDue = isDue ? 0 : await publisher.secondsUntilDue(MAX_SLEEP);
  const claimed = untilDue === 0 ? await publisher.claim() : 0;
  if (claimed > 0 && publisher.hasMore) return { ms: 0, isDue: true };
  const seconds = untilDue > 0 ? untilDue : await publisher.secondsUntilDue(MAX_SLEEP);
  if (seconds > 0) return { ms: Math.ceil(seconds * 1000), isDue: seconds < MAX_SLEEP };
  return { ms: claimed > 0 ? 0 : 'contended', isDue: true };
}
