/**
 * Targets of one lane that were claimed together take turns: each sends only after the one before it has ended. So a
 * network that answers at once need not wait while outcomes are stored.
 */
import type { Outcome } from '@belfry/engine/outcome.ts';
import type { Host } from '../base/host.ts';
import type { Settle } from './settle.ts';

/** Milliseconds. If the first attempt after a claim took longer, the next claim takes only one target of the lane. */
export const QUICK_MS = 50;

/** Milliseconds after the claim in which a turn begins. What a person pauses or edits then takes effect soon enough. */
export const TURNS_MS = 1000;

/** Milliseconds for which an outcome waits, at most, to be stored together with the next ones. */
const SHARED_MS = 50;

/** The targets of one claim of a lane. */
export interface Turns {
  /** Those whose outcome is not stored yet. */
  left: number;
  /** `host.elapsed()` at the claim. */
  claimedAt: number;
  /** Its first attempt was quick, so the next claim may take several targets. */
  isQuick: boolean;
  settle: Settle;
}

export function openTurns(count: number, host: Host, settle: Settle): Turns {
  const settleInTurn = count === 1 ? settle : sharing(count, host, settle);
  return { left: count, claimedAt: host.elapsed(), isQuick: false, settle: settleInTurn };
}

/** Whether the lane gives out its next target after this outcome. */
export function goesOn(outcome: Outcome): boolean {
  if (outcome.kind === 'held' || outcome.pauseAfter !== undefined) return false;
  if (outcome.kind !== 'later') return true;
  return outcome.pauses === 'target' && outcome.because !== 'interrupted' && outcome.because !== 'queue';
}

/** Stores outcomes together, since storing one takes longer than sending the next. */
function sharing(count: number, host: Host, settle: Settle): Settle {
  let missing = count;
  let group: Group | undefined;
  return async (...ended) => {
    missing -= 1;
    group ??= openGroup(host, () => {
      group = undefined;
    });
    const { closed } = group;
    if (missing <= 0) group.close();
    await closed;
    return settle(...ended);
  };
}

interface Group {
  closed: Promise<void>;
  close(): void;
}

/** Closes by itself after {@link SHARED_MS}. */
function openGroup(host: Host, onClosed: () => void): Group {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const close = () => {
    timer.cancel();
    onClosed();
    resolve();
  };
  const timer = host.after(SHARED_MS, close);
  return { closed, close };
}
