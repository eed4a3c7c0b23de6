import type { Fault, Throttled } from '@belfry/networks/core/fault.ts';
import type { Published } from '@belfry/networks/core/network.ts';
import type { MediaUnusable } from './unusable.ts';

/** Seconds for which the network allows no further call, although it accepted those of the attempt. */
export interface Pauses {
  channel: number;
  app: number;
}

/** How an attempt ends. `settle.ts` maps each outcome to changes of target, channel and timeline. */
export type Outcome = Ending & { pauseAfter?: Pauses };

/** A closed union. */
type Ending =
  | ({ kind: 'published'; warnings: readonly string[] } & Published)
  /**
   * To be tried again in `seconds`. `pauses`: until then, nothing else of the channel, or of all channels of the app, may
   * go out. `cause: 'operator'`: only the operator can mend it, so `seconds` is the shortest wait.
   */
  | {
      kind: 'later';
      seconds: number;
      because: LaterReason;
      message: string;
      pauses: 'target' | 'lane' | 'app';
      cause?: 'operator';
    }
  /**
   * The target waits until a person signs in to the network again. `version` is that of the grant that the network
   * refused. It is left out when a refresh has already marked the channel, or when there is no grant.
   */
  | { kind: 'held'; message: string; networkCode?: string; version?: number }
  | { kind: 'failed'; code: FailureCode; message: string; networkCode?: string; field?: string }
  /** The post changed after it was approved, and nothing of it was sent. It must be approved again. */
  | { kind: 'voided' }
  /** The post may be live, and Belfry cannot find out. */
  | {
      kind: 'unconfirmed';
      cause:
        | 'no_answer'
        | 'not_finished'
        | 'not_shown'
        | 'attempt_crashed'
        | 'channel_disconnected'
        | 'rejected';
      message: string;
    };

/** `queue`: its turn never came. It goes back into its queue, where people may change it. */
export const laterReasons = [
  'processing',
  'throttled',
  'unavailable',
  'in_doubt',
  'interrupted',
  'queue',
] as const;
export type LaterReason = (typeof laterReasons)[number];

/** Values of a target's `error.code` that an attempt can end with, and whether sending the same post again can help. */
export const retryable = {
  rejected: false,
  media_unusable: true,
  network_unavailable: true,
  processing_timeout: true,
  missed: true,
  channel_disconnected: true,
  attempt_crashed: true,
  adapter_error: true,
  outcome_unknown: false,
} as const;
export type FailureCode = keyof typeof retryable;
export const failureCodes = Object.keys(retryable) as FailureCode[];

export type Over = Extract<Outcome, { kind: 'failed' | 'held' | 'unconfirmed' }>;

/** It is not live, or not known to be. */
export function isOver(outcome: Outcome): outcome is Over {
  return outcome.kind !== 'later' && outcome.kind !== 'published';
}

/** Seconds. */
const FIRST_DELAY = 1;
const MAX_DELAY = 600;
/** Seconds to wait when a network throttles without saying for how long. */
const THROTTLE_DELAY = 60;
/** Seconds until a call may find that the operator has corrected the keys. Lanes wait longer after each such call. */
export const OPERATOR_DELAY = 900;
/** Tries after which an unexpected exception counts as a defect of our code, not as a passing problem. */
const MAX_UNEXPECTED_TRIES = 6;

/** Seconds before try number `tries + 1`: doubling, with 10 % of jitter either way, so that targets spread out. */
export function backOff(tries: number, random: () => number = Math.random): number {
  const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** Math.min(tries, 20));
  return delay * (0.9 + 0.2 * random());
}

/** The outcome of a fault that leaves no commit in doubt. `tries`: failed tries so far. */
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
    case 'throttled':
      return fault.cause === 'operator' ? outcomeOfOperator(fault) : outcomeOfThrottling(fault);
    case 'unavailable': {
      // An unreachable network is unreachable for the whole channel: pausing the lane keeps its posts in order.
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

function outcomeOfThrottling({ retryAfter, scope, message }: Throttled): Outcome {
  const pauses = scope === 'app' ? 'app' : 'lane';
  return { kind: 'later', seconds: retryAfter ?? THROTTLE_DELAY, because: 'throttled', message, pauses };
}

function outcomeOfOperator({ retryAfter, message, cause }: Throttled): Outcome {
  const seconds = Math.max(retryAfter ?? 0, OPERATOR_DELAY);
  return { kind: 'later', seconds, because: 'throttled', message, pauses: 'app', ...(cause && { cause }) };
}

/** The outcome of a file that cannot be read or converted. It does not pause the lane for other posts. */
export function outcomeOfFile({ message, field, isFinal }: MediaUnusable, tries: number): Outcome {
  if (isFinal) return { kind: 'failed', code: 'media_unusable', message, field };
  return { kind: 'later', seconds: backOff(tries), because: 'unavailable', message, pauses: 'target' };
}

/** The outcome of an exception that is not a fault: retried a few times, then failed as a defect. */
export function outcomeOfUnexpected(message: string, tries: number): Outcome {
  if (tries >= MAX_UNEXPECTED_TRIES) return { kind: 'failed', code: 'adapter_error', message };
  return { kind: 'later', seconds: backOff(tries), because: 'unavailable', message, pauses: 'target' };
}
