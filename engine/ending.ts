/** The ways in which an adapter's `publish` can end early, and the outcome of each. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { UntilOptions } from '@belfry/networks/core/run.ts';
import { LeaseLost } from './entry.ts';
import { type Outcome, outcomeOfFault, outcomeOfFile, outcomeOfUnexpected } from './outcome.ts';
import { MediaUnusable } from './unusable.ts';

/** Seconds between two probes of an `until`, and until it fails, unless the network's code sets others. */
const UNTIL_INTERVAL = 5;
const UNTIL_TIMEOUT = 1800;

/** The journal could not be read or written. This is not the network's fault, and the attempt must stop. */
export class JournalFailure extends Error {
  override readonly name = 'JournalFailure';
}

/** Thrown inside an adapter's `publish` to end the attempt with this outcome. */
export class Pause extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** The attempt stopped for a reason of our own. The target is handed back unchanged. */
export function interrupted(message = 'The worker is shutting down.', seconds = 0): Outcome {
  return { kind: 'later', seconds, because: 'interrupted', message, pauses: 'target' };
}

/** Input of {@link outcomeOf}, besides the exception. */
export interface FailureContext {
  /** Failed tries so far. Each makes the next wait longer. */
  tries: number;
  /**
   * Logs an unexpected exception, and returns the sentence that people read instead: the exception's own text may
   * contain tokens.
   */
  report(error: unknown): string;
}

/** The outcome of an exception. Rethrows a lost lease and a failure of the journal, which have no outcome. */
export function outcomeOf(error: unknown, { tries, report }: FailureContext): Outcome {
  if (error instanceof Pause) return error.outcome;
  if (error instanceof LeaseLost || error instanceof JournalFailure) throw error;
  if (error instanceof MediaUnusable) return outcomeOfFile(error, tries);
  return error instanceof NetworkFault
    ? outcomeOfFault(error.fault, tries)
    : outcomeOfUnexpected(report(error), tries);
}

/** Turns an error of the journal into {@link JournalFailure}, so that the engine does not blame the adapter for it. */
export async function guard<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    throw new JournalFailure('The journal could not be used.', { cause: error });
  }
}

export function inDoubt(seconds: number): Outcome {
  const message = 'The network gave no clear answer. Belfry is finding out whether the post is live.';
  return { kind: 'later', seconds, because: 'in_doubt', message, pauses: 'target' };
}

/** Ends an attempt whose probe was not ready so many seconds after the first one. */
export function stayWaiting(
  name: string,
  age: number,
  { every = UNTIL_INTERVAL, within = UNTIL_TIMEOUT }: Pick<UntilOptions, 'every' | 'within'>,
): never {
  const message = `Waiting for the network to finish “${name}”.`;
  if (age < within)
    throw new Pause({ kind: 'later', seconds: every, because: 'processing', message, pauses: 'target' });
  throw new Pause({
    kind: 'failed',
    code: 'processing_timeout',
    message: `The network had not finished “${name}” after ${Math.round(within / 60)} minutes.`,
  });
}

/** The network allows no send now. */
export interface SendWait {
  seconds: number;
  /** What waits: this post alone, or all of the channel or the app. */
  scope: 'target' | 'channel' | 'app';
  message: string;
}

export function laterBy({ seconds, scope, message }: SendWait): Outcome {
  return {
    kind: 'later',
    seconds,
    because: 'throttled',
    message,
    pauses: scope === 'channel' ? 'lane' : scope,
  };
}

export function unconfirmed(): Outcome {
  return {
    kind: 'unconfirmed',
    cause: 'no_answer',
    message:
      'The network gave no clear answer, and Belfry cannot find out whether the post is live. Look there, then say whether it is.',
  };
}

/** The network accepted the post, but did not say in time what became of it. */
export function unfinished(): Outcome {
  return {
    kind: 'unconfirmed',
    cause: 'not_finished',
    message:
      'The network accepted the post, but did not say in time whether it is live. It may still appear. Look there, then say whether it is.',
  };
}

/** A target that would wait beyond the deadline ends: unconfirmed if it may be live, otherwise failed. */
export function withinDeadline(
  outcome: Outcome,
  { now, deadline }: { now(): Date; deadline: Date },
  isInDoubt: boolean,
): Outcome {
  if (outcome.kind !== 'later' || outcome.because === 'interrupted') return outcome;
  if (now().getTime() + outcome.seconds * 1000 <= deadline.getTime()) return outcome;
  if (isInDoubt) return unconfirmed();
  return { kind: 'failed', code: 'network_unavailable', message: `Belfry gave up. ${outcome.message}` };
}
