/** Decides when the publisher looks for work: at the moment something is due, when told, and now and then. */
import { Alarm } from '../alarm.ts';
import type { Context } from '../context.ts';
import type { Publisher } from './publisher.ts';
import { LEASE } from './store.ts';

/** Seconds after which a worker looks, told or not; below the minute within which schedulers notify. */
const HORIZON = 15;
/** Milliseconds to wait when what is due cannot be had since somebody is changing it; doubled up to the longest. */
const CONTENDED = 5;
const LONGEST_CONTENDED = 1000;
/** Milliseconds to wait after a failure of the database. */
const BROKEN = 1000;

export async function startWaker(
  ctx: Pick<Context, 'db' | 'log' | 'host'>,
  publisher: Publisher,
): Promise<{ stop(): Promise<void> }> {
  const alarm = new Alarm(ctx.host);
  publisher.onSettled = () => alarm.ring();
  const beats = ctx.host.every((LEASE * 1000) / 3, () => {
    publisher.beat().catch((error: unknown) => ctx.log.warn({ err: error }, 'heartbeat failed'));
  });
  const ears = await ctx.db.listen('belfry_due', () => alarm.ring());
  const running = watch(ctx, publisher, alarm);
  return {
    async stop() {
      alarm.silence();
      await running;
      beats.cancel();
      await ears.close();
    },
  };
}

async function watch(ctx: Pick<Context, 'log'>, publisher: Publisher, alarm: Alarm): Promise<void> {
  let contended = CONTENDED;
  let isDue = true;
  while (!alarm.isSilenced) {
    alarm.reset();
    const next: Look = await look(publisher, isDue).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'looking for due work failed');
      return { ms: BROKEN, isDue: true };
    });
    contended = next.ms === 'contended' ? Math.min(LONGEST_CONTENDED, contended * 2) : CONTENDED;
    const isRung = await alarm.sleep(next.ms === 'contended' ? contended : next.ms);
    isDue = publisher.hasMore || (next.isDue && !isRung);
  }
}

interface Look {
  /** Milliseconds until the next one. */
  ms: number | 'contended';
  /** Something is due then, as far as is known. */
  isDue: boolean;
}

/** Claiming costs several times what asking does: it needs a reason. */
async function look(publisher: Publisher, isDue: boolean): Promise<Look> {
  const known = isDue ? 0 : await publisher.secondsUntilDue(HORIZON);
  const taken = known === 0 ? await publisher.claim() : 0;
  if (taken > 0 && publisher.hasMore) return { ms: 0, isDue: true };
  const seconds = known > 0 ? known : await publisher.secondsUntilDue(HORIZON);
  if (seconds > 0) return { ms: Math.ceil(seconds * 1000), isDue: seconds < HORIZON };
  return { ms: taken > 0 ? 0 : 'contended', isDue: true };
}
