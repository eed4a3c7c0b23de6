/** Posts of another user that are due during an attack. */
import { setTimeout as sleep } from 'node:timers/promises';
import { preciseNow } from '../figures.ts';
import type { TinyNetwork } from '../tiny-network.ts';
import type { Measured } from './measured.ts';

export interface Canaries {
  measured: Measured;
  /** The network of the posts. */
  network: TinyNetwork;
  canaryChannels: readonly number[];
}

/** Each has its own channel, so that they do not wait for each other. */
export const CANARIES = 25;
/** Milliseconds between two of them, and until the first is due. */
const GAP = 60;
const AHEAD = 1200;
/** A canary that does not arrive within so many milliseconds counts as this late. */
const TIMEOUT = 120_000;

let round = 0;

/**
 * How late each canary was, in milliseconds. `meanwhile` starts when all are scheduled; its signal is aborted when all
 * have arrived.
 */
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
  const end = preciseNow() + TIMEOUT;
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
  return [...late, ...Array.from(missing, () => TIMEOUT)];
}
