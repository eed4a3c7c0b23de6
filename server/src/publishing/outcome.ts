import type { Fault } from '@belfry/networks/core/fault.ts';
import type { MediaUnusable } from '../media/unusable.ts';

/** How an attempt ends: a closed set. What each means for target, channel and timeline stands in `settle.ts`. */
export type Outcome =
  | { kind: 'published'; id: string; url: string | null; warnings: string[] }
  /** Nothing is wrong for good: look again in `seconds`. `lane`: nothing else of the channel may go out before. */
  | { kind: 'later'; seconds: number; because: LaterReason; message: string; pauses: 'target' | 'lane' }
  /**
   * A person must sign in to the network again; the target waits for it. `version`: of the grant that the network does
   * not take; left out when whoever refreshed it has marked the channel already, or there is no grant.
   */
  | { kind: 'held'; message: string; networkCode?: string; version?: number }
  | { kind: 'failed'; code: FailureCode; message: string; networkCode?: string; field?: string }
  /** It is no longer what was approved, and nothing of it was sent: it must be approved again. */
  | { kind: 'voided' }
  /** It may be live, and nothing can tell. */
  | { kind: 'unconfirmed'; message: string };

export const laterReasons = ['processing', 'throttled', 'unavailable', 'in_doubt', 'interrupted'] as const;
export type LaterReason = (typeof laterReasons)[number];

/** The closed list behind a target's `error.code`. */
export const failureCodes = [
  'rejected',
  'media_unusable',
  'network_unavailable',
  'processing_timeout',
  'missed',
  'channel_disconnected',
  'attempt_crashed',
  'adapter_error',
  'outcome_unknown',
] as const;
export type FailureCode = (typeof failureCodes)[number];

const FIRST_DELAY = 1;
const LONGEST_DELAY = 600;
/** A network that throttles without saying for how long. */
const THROTTLE_DELAY = 60;
/** Tries after which an exception nobody named is taken for a defect, not for weather. */
const MOST_SURPRISES = 6;

/** Seconds before try number `tries + 1`: doubling, with a fifth of jitter so that a crowd spreads out. */
export function backOff(tries: number, random: () => number = Math.random): number {
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(tries, 20));
  return delay * (0.9 + 0.2 * random());
}

/** What a fault outside a commit in doubt comes to. `tries`: how often the target was put off already. */
export function outcomeOfFault(fault: Fault, tries: number): Outcome {
  const code = fault.networkCode === undefined ? {} : { networkCode: fault.networkCode };
  switch (fault.kind) {
    case 'rejected':
      return {
        kind: 'failed',
        code: 'rejected',
        message: fault.message,
        ...code,
        ...(fault.field === undefined ? {} : { field: fault.field }),
      };
    case 'expired':
    case 'reconnect':
      return { kind: 'held', message: fault.message, ...code };
    case 'throttled': {
      const seconds = fault.retryAfter ?? THROTTLE_DELAY;
      return { kind: 'later', seconds, because: 'throttled', message: fault.message, pauses: 'lane' };
    }
    case 'unavailable': {
      // A network out of reach is out of reach for the whole channel: waiting together keeps the order.
      const pauses = fault.sent ? 'target' : 'lane';
      return {
        kind: 'later',
        seconds: backOff(tries),
        because: 'unavailable',
        message: fault.message,
        pauses,
      };
    }
  }
}

/** What a file that cannot be read or converted comes to: the network and the other posts are not touched by it. */
export function outcomeOfFile({ message, field, isFinal }: MediaUnusable, tries: number): Outcome {
  if (isFinal) return { kind: 'failed', code: 'media_unusable', message, field };
  return { kind: 'later', seconds: backOff(tries), because: 'unavailable', message, pauses: 'target' };
}

/** What an exception that is no fault comes to: it is retried for a while, then reported as a defect. */
export function outcomeOfSurprise(message: string, tries: number): Outcome {
  if (tries >= MOST_SURPRISES) return { kind: 'failed', code: 'adapter_error', message };
  return { kind: 'later', seconds: backOff(tries), because: 'unavailable', message, pauses: 'target' };
}
