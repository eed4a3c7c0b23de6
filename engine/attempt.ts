/**
 * The engine: runs an adapter's straight-line `publish` to an outcome.
 * It never repeats a call that may have made something visible, unless the network will recognise the
 * repetition or has shown that the call had no effect.
 */
import type { Published } from '@belfry/networks/core/network.ts';
import { Ended, type Run } from '@belfry/networks/core/run.ts';
import { AskingRun, type IsTaken } from './asking-run.ts';
import { interrupted, outcomeOf } from './ending.ts';
import { isCommit } from './entry.ts';
import { isExpired } from './errors.ts';
import { JournaledRun } from './journaled-run.ts';
import type { Outcome } from './outcome.ts';
import { PreparingRun } from './preparing-run.ts';
import type { RunInput } from './run-input.ts';

export interface AttemptInput extends RunInput {
  publish(run: Run): Promise<Published>;
  /** Exchanges the grant for a fresh one, which the next `publish` uses. */
  refresh(): Promise<void>;
  /** If set, the attempt only asks the network and sends nothing. */
  asks?: IsTaken;
}

/** Runs one attempt to its outcome. Throws `LeaseLost` and `JournalFailure`; the caller must then write nothing. */
export async function attempt(input: AttemptInput): Promise<Outcome> {
  const run = new JournaledRun(input, await input.journal.load());
  const shown = input.asks === undefined ? run : new AskingRun(run, input.asks);
  return run.close(await publishOnce(input, run, shown, false));
}

/**
 * Runs the steps and probes before the first commit. Null: only commits are left, or one was begun. An outcome says why
 * the rest could not be done; nothing was published.
 */
export async function prepare(input: AttemptInput): Promise<Outcome | null> {
  const entries = await input.journal.load();
  if (entries.some(isCommit)) return null;
  const run = new JournaledRun(input, entries);
  const shown = new PreparingRun(run);
  const outcome = await publishOnce(input, run, shown, false);
  return shown.isReady ? null : run.close(outcome);
}

/** Publishes with `shown`, which works on `run`. */
async function publishOnce(
  input: AttemptInput,
  run: JournaledRun,
  shown: Run,
  hasRefreshed: boolean,
): Promise<Outcome> {
  try {
    const published = await input.publish(shown);
    const warnings = [...run.journal.warnings, ...(published.warnings ?? [])];
    return { kind: 'published', ...published, warnings };
  } catch (error) {
    if (error instanceof Ended) return run.restart(error);
    const outcome = outcomeOf(error, input);
    if (input.signal.aborted) return interrupted();
    return isExpired(error) && !hasRefreshed ? refreshAndPublish(input, run, shown) : outcome;
  }
}

async function refreshAndPublish(input: AttemptInput, run: JournaledRun, shown: Run): Promise<Outcome> {
  try {
    await input.refresh();
  } catch (error) {
    return outcomeOf(error, input);
  }
  return publishOnce(input, run, shown, true);
}
