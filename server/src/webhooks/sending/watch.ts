/** Runs the sender when the sealer reports new events, and every second for failed webhooks. */
import { Alarm } from '../../base/alarm.ts';
import type { Context } from '../../base/context.ts';
import { SEALED_CHANNEL } from '../../events/index.ts';
import { Sender } from './sender.ts';

/** Milliseconds between two polls for failed webhooks. */
const POLL_INTERVAL = 1000;
/** After this many polls, the sender compares all positions with all logs, in case a notification was lost. */
const POLLS_PER_FULL_SCAN = 15;

type Ctx = ConstructorParameters<typeof Sender>[0] & Pick<Context, 'host'>;

/** Many processes may each run a sender. A lease gives each webhook to one sender at a time. */
export async function startSender(ctx: Ctx): Promise<{ stop(): Promise<void> }> {
  const alarm = new Alarm(ctx.host);
  const sender = new Sender(ctx);
  sender.onQueued = () => alarm.ring();
  let polls = 0;
  const subscription = await ctx.db.listen(SEALED_CHANNEL, (payload) => {
    // An empty payload: too many workspaces to name, or a lost connection.
    if (payload === '') polls = 0;
    else sender.enqueue(payload.split(',').map(Number));
    alarm.ring();
  });
  let isDue = true;
  const timer = setInterval(() => {
    isDue = true;
    alarm.ring();
  }, POLL_INTERVAL);
  const poll = async () => {
    if (isDue) {
      isDue = false;
      await sender.sendFailing();
      if (polls === 0) await sender.enqueueBehind();
      polls = (polls + 1) % POLLS_PER_FULL_SCAN;
    }
    while ((await sender.sendFresh()) > 0);
  };
  const running = watch(ctx, alarm, poll);
  return {
    async stop() {
      clearInterval(timer);
      alarm.silence();
      await running;
      await sender.stop();
      await subscription.close();
    },
  };
}

async function watch({ log }: Pick<Context, 'log'>, alarm: Alarm, poll: () => Promise<void>): Promise<void> {
  while (!alarm.isSilenced) {
    alarm.reset();
    await poll().catch((error: unknown) => {
      log.error({ err: error }, 'polling for webhooks with events to send failed');
    });
    await alarm.sleep(POLL_INTERVAL);
  }
}
