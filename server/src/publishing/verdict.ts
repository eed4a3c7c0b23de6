/** What a target comes to by its story alone: too late, out of reach, or the undoing of its workers. */
import type { Entry } from './entry.ts';
import type { Outcome } from './outcome.ts';
import type { Claim } from './store.ts';

/** Claims of one target without a word of its worker, after which it is suspected, and tried alone. */
const MOST_CRASHES = 3;
/** As many more end the trial: it is the culprit. */
const MOST_TRIALS = 2;
/** Seconds of grace that even a workspace without any gives: machines are late by moments. */
const LEAST_GRACE = 300;

/** To be tried alone. */
export function isSuspect({ crashes }: Pick<Claim, 'crashes'>): boolean {
  return crashes > MOST_CRASHES;
}

type Failed = Extract<Outcome, { kind: 'failed' }>;
type Held = Extract<Outcome, { kind: 'held' }>;

/** What is certain without asking the network. */
export function verdictBeforehand(claim: Claim): Failed | Held | undefined {
  const { deleted, needs_reconnect } = claim.channel;
  if (deleted) return disconnected('The channel was removed before the post was due.');
  // Within the grace only one comes from a lane that is held: whose worker was lost before the channel was.
  if (needs_reconnect && claim.late < claim.grace_hours * 3600) {
    return { kind: 'held', message: 'The network no longer takes the sign-in.' };
  }
  if (needs_reconnect) return disconnected('Nobody signed in to the network again in time.');
  if (claim.crashes > MOST_CRASHES + MOST_TRIALS) {
    const message = `Publishing this stopped the worker ${claim.crashes - 1} times.`;
    return { kind: 'failed', code: 'attempt_crashed', message };
  }
  if (claim.late > graceOf(claim)) {
    const message = `It was found ${Math.round(claim.late / 3600)} hours late, beyond the grace of ${claim.grace_hours}.`;
    return { kind: 'failed', code: 'missed', message };
  }
  return undefined;
}

function disconnected(message: string): Failed {
  return { kind: 'failed', code: 'channel_disconnected', message };
}

/** A verdict over what may be live already: being late does not end it, and nothing calls what is live failed. */
export function applyVerdict(
  verdict: Failed | Held,
  { crashes }: Claim,
  entries: Entry[],
): Outcome | undefined {
  if (verdict.kind === 'held') return verdict;
  const commits = entries.filter(({ kind }) => kind === 'commit' || kind === 'after');
  if (verdict.code === 'missed') return commits.length === 0 ? verdict : undefined;
  if (commits.length === 0) return verdict;
  if (commits.some(({ state }) => state === 'open')) {
    const message = `${verdict.message} It may already be live; look before you retry.`;
    return { kind: 'unconfirmed', message };
  }
  // Often all that is missing is to write down that it is published: one more trial is worth it.
  const isLastTrial = verdict.code === 'attempt_crashed' && crashes === MOST_CRASHES + MOST_TRIALS + 1;
  return isLastTrial
    ? undefined
    : { ...verdict, message: `${verdict.message} What went out before is live.` };
}

/** Seconds. */
export function graceOf(claim: Claim): number {
  return Math.max(LEAST_GRACE, claim.grace_hours * 3600);
}
