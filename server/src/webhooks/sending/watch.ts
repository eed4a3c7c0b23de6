/** Decides when the sender looks: when the sealer says that there is something, and each second for what failed. */
import { Alarm } from '../../alarm.ts';
import type { Context } from '../../context.ts';
import { SEALED_CHANNEL } from '../../events/lookup.ts';
import { Sender } from './sender.ts';

/** Milliseconds between two looks at what failed. */
const LOOK = 1000;
/** Looks after which all logs are compared with all positions, in case nobody said so. */
const ALL = 15;

type Ctx = ConstructorParameters<typeof Sender>[0] & Pick<Context, 'host'>;

/** Any number of processes may run one: each webhook is one's at a time. */
export async function startSender(ctx: Ctx): Promise<{ stop(): Promise<void> }> {
  const alarm = new Alarm(ctx.host);
  const sender = new Sender(ctx);
  sender.onNews = () => alarm.ring();
  let looks = 0;
  const ears = await ctx.db.listen(SEALED_CHANNEL, (payload) => {
    // Too many to name, or nobody listened for a while.
    if (payload === '') looks = 0;
    else sender.hear(payload.split(',').map(Number));
    alarm.ring();
  });
  let isDue = true;
  const beat = setInterval(() => {
    isDue = true;
    alarm.ring();
  }, LOOK);
  const look = async () => {
    if (isDue) {
      isDue = false;
      await sender.sendFailing();
      if (looks === 0) await sender.catchUp();
      looks = (looks + 1) % ALL;
    }
    while ((await sender.sendFresh()) > 0);
  };
  const running = watch(ctx, alarm, look);
  return {
    async stop() {
      clearInterval(beat);
      alarm.silence();
      await running;
      await sender.stop();
      await ears.close();
    },
  };
}

async function watch({ log }: Pick<Context, 'log'>, alarm: Alarm, look: () => Promise<void>): Promise<void> {
  while (!alarm.isSilenced) {
    alarm.reset();
    await look().catch((error: unknown) => {
      log.error({ err: error }, 'looking for what webhooks wait for failed');
    });
    await alarm.sleep(LOOK);
  }
}
