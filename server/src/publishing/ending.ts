/** The ways out of an adapter's straight line, and the outcome each stands for. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { MediaUnusable } from '../media/unusable.ts';
import { LeaseLost } from './entry.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOfFault, outcomeOfFile, outcomeOfSurprise } from './outcome.ts';

/** The journal could not be written or read: not the network's fault, and never a reason to go on. */
export class JournalFailure extends Error {
  override readonly name = 'JournalFailure';
}

/** Ends the attempt from inside an adapter's straight line. */
export class Pause extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** Nothing of the network's doing: the target is handed back as it is. */
export function interrupted(message = 'The worker stops.', seconds = 0): Outcome {
  return { kind: 'later', seconds, because: 'interrupted', message, pauses: 'target' };
}

/** What the outcome of an exception depends on. */
export interface FailureContext {
  /** How often the target was put off already. */
  tries: number;
  /**
   * Writes an exception that nobody named into the log, and answers what people are told of it: its own text may hold
   * tokens.
   */
  report(error: unknown): string;
}

/** The outcome an exception stands for. Throws it again where it is none: a lost lease, a failing journal. */
export function outcomeOf(error: unknown, { tries, report }: FailureContext): Outcome {
  if (error instanceof Pause) return error.outcome;
  if (error instanceof LeaseLost || error instanceof JournalFailure) throw error;
  if (error instanceof MediaUnusable) return outcomeOfFile(error, tries);
  return error instanceof NetworkFault
    ? outcomeOfFault(error.fault, tries)
    : outcomeOfSurprise(report(error), tries);
}

/** An adapter may catch what it likes; a failure of the journal must reach the engine as what it is. */
export async function guard<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    throw new JournalFailure('The journal could not be used.', { cause: error });
  }
}

export function inDoubt(seconds: number): Outcome {
  const message = 'No clear answer came; finding out whether the post is live.';
  return { kind: 'later', seconds, because: 'in_doubt', message, pauses: 'target' };
}

export function unconfirmed(): Outcome {
  return {
    kind: 'unconfirmed',
    message:
      'No clear answer came and the network cannot be asked: it may already be live; look before you retry.',
  };
}
