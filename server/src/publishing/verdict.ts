/** Outcomes that a target's own rows decide: it is too late, its channel is not connected, or it crashes workers. */
import { type Entry, isCommit } from '@belfry/engine/entry.ts';
import type { Outcome } from '@belfry/engine/outcome.ts';
import type { Claim } from '../lanes/index.ts';
import { count, formatDuration } from '../text/format.ts';

/** Crashes in a row after which a target is a suspect, and is tried alone. */
const MAX_CRASHES = 3;
/** Further crashes, with the suspect tried alone, after which it fails. */
const MAX_TRIALS = 2;
/** Seconds. Applies even if a workspace grants less, since publishing always starts a moment late. */
const MIN_GRACE = 300;

/** A suspect is tried alone. */
export function isSuspect({ crashes }: Pick<Claim, 'crashes'>): boolean {
  return crashes > MAX_CRASHES;
}

export type Failed = Extract<Outcome, { kind: 'failed' }> & {
  code: 'missed' | 'attempt_crashed' | 'channel_disconnected' | 'rejected';
};
type Held = Extract<Outcome, { kind: 'held' }>;

/** Undefined if the attempt may begin. {@link applyVerdict} then considers what may be live already. */
export function decideBeforehand(claim: Claim): Failed | Held | undefined {
  const { deleted, needs_reconnect } = claim.channel;
  if (deleted) return disconnected('The channel was removed before the post was due.');
  // A held channel gives out targets only after the grace. Before that, this is a target whose worker died and whose
  // channel was disconnected meanwhile.
  if (needs_reconnect && claim.late < claim.grace_hours * 3600) {
    return { kind: 'held', message: 'The network no longer accepts the sign-in.' };
  }
  if (needs_reconnect) return disconnected('The channel was not connected again in time.');
  if (claim.crashes > MAX_CRASHES + MAX_TRIALS) {
    const message = `Publishing this post crashed the worker ${claim.crashes - 1} times.`;
    return { kind: 'failed', code: 'attempt_crashed', message };
  }
  if (claim.late > graceOf(claim)) {
    const message = `Belfry found this post ${formatDuration(claim.late)} late. The grace is ${count(claim.grace_hours, 'hour')}.`;
    return { kind: 'failed', code: 'missed', message };
  }
  return undefined;
}

function disconnected(message: string): Failed {
  return { kind: 'failed', code: 'channel_disconnected', message };
}

/**
 * Applies a verdict to a target of which parts may be live. Undefined if the attempt goes on: lateness does not end a
 * target that was sent.
 */
export function applyVerdict(
  verdict: Failed | Held,
  { crashes }: Claim,
  entries: Entry[],
): Outcome | undefined {
  if (verdict.kind === 'held') return verdict;
  const commits = entries.filter(isCommit);
  if (verdict.code === 'missed') return commits.length === 0 ? verdict : undefined;
  if (commits.length === 0) return verdict;
  if (commits.some(({ state }) => state === 'open')) {
    const message = `${verdict.message} The post may already be live. Look at the network, then say whether it is.`;
    return { kind: 'unconfirmed', cause: verdict.code, message };
  }
  // Often the post is live, and only its outcome was not stored: one more trial can store it.
  const isLastTrial = verdict.code === 'attempt_crashed' && crashes === MAX_CRASHES + MAX_TRIALS + 1;
  return isLastTrial
    ? undefined
    : { ...verdict, message: `${verdict.message} Everything that was sent before is live.` };
}

/** Seconds. */
export function graceOf(claim: Claim): number {
  return Math.max(MIN_GRACE, claim.grace_hours * 3600);
}
