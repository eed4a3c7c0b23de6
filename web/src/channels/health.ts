/** Whether a channel can publish, and until when. */
import type { Channel } from '@belfry/contract/channels.ts';
import { Temporal } from '../data/time.ts';

export type Health =
  | { kind: 'reconnect' }
  | { kind: 'paused'; since: string }
  | { kind: 'until'; at: string; isSoon: boolean }
  | { kind: 'ready' };

type Stopping = Pick<Channel, 'needs_reconnect' | 'paused_at'>;

/** Why nothing goes out on a channel now. Undefined: it can. */
export function stopOf({ needs_reconnect, paused_at }: Stopping): 'reconnect' | 'paused' | undefined {
  if (needs_reconnect) return 'reconnect';
  return paused_at === null ? undefined : 'paused';
}

/** So long before its end, a sign-in is better renewed. */
const SOON = { hours: 14 * 24 };

export function healthOf(
  {
    needs_reconnect,
    paused_at,
    reconnect_by,
  }: Pick<Channel, 'needs_reconnect' | 'paused_at' | 'reconnect_by'>,
  now: Temporal.Instant,
): Health {
  if (needs_reconnect) return { kind: 'reconnect' };
  if (paused_at !== null) return { kind: 'paused', since: paused_at };
  if (reconnect_by === null) return { kind: 'ready' };
  const isSoon = Temporal.Instant.compare(now.add(SOON), Temporal.Instant.from(reconnect_by)) >= 0;
  return { kind: 'until', at: reconnect_by, isSoon };
}
