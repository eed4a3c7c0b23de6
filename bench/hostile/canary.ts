/** Posts of somebody else that are due while an attack goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { preciseNow } from '../figures.ts';
import type { TinyNetwork } from '../tiny-network.ts';
import type { Measured } from './measured.ts';

export interface Canaries {
  measured: Measured;
  /** Where they go. */
  network: TinyNetwork;
  canaryChannels: readonly number[];
}

/** Each on a channel of its own, so that none waits for another. */
export const CANARIES = 25;
/** Milliseconds between two of them, and until the first is due. */
const GAP = 60;
const AHEAD = 1200;
/** Milliseconds after which a canary that did not come counts as this late. */
const PATIENCE = 120_000;

let round = 0;

/** How late each was, in milliseconds. `meanwhile` begins when all are scheduled, and is told when all have come. */
export async function flyCanaries(
  { measured, network, canaryChannels }: Canaries,
  meanwhile: (over: AbortSignal) => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  round += 1;
  const begin = Math.ceil(preciseNow()) + AHEAD;
  const canaries = canaryChannels.map((channel, n) => ({
    channel,
    text: `${round}.${n}`,
    at: begin + n * GAP,
  }));
  for (const { channel, text, at } of canaries) {
    await measured.service.call('POST', '/api/public/v1/posts', {
      status: 'scheduled',
      scheduled_at: new Date(at).toISOString(),
      content: text,
      targets: [{ channel_id: channel }],
    });
  }
  const over = new AbortController();
  const attack = meanwhile(over.signal);
  const end = preciseNow() + PATIENCE;
  const missing = new Map(canaries.map(({ text, at }) => [text, at]));
  const late: number[] = [];
  while (missing.size > 0 && preciseNow() < end) {
    await sleep(20);
    for (const { text, at } of network.arrivals) {
      const due = missing.get(text);
      if (due === undefined) continue;
      late.push(at - due);
      missing.delete(text);
    }
  }
  over.abort();
  await attack;
  return [...late, ...Array.from(missing, () => PATIENCE)];
}
