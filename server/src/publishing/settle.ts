/** Maps each outcome to changes of the target, its channel and the timeline, and stores them together. */
import type { EventData } from '@belfry/contract/event-kinds.ts';
import type { DoubtCause } from '@belfry/contract/targets.ts';
import { LeaseLost } from '@belfry/engine/entry.ts';
import {
  backOff,
  type FailureCode,
  type LaterReason,
  type Outcome,
  retryable,
} from '@belfry/engine/outcome.ts';
import { isStatedId, statedAddress, statedLine } from '@belfry/networks/core/stated.ts';
import { batchCalls } from '../db/batch-calls.ts';
import type { Database } from '../db/database.ts';
import { type Claim, drainLanes, type Settled, type Settlement, settleTargets } from '../lanes/index.ts';
import { voidLeased } from '../posts/index.ts';
import { formatDuration } from '../text/format.ts';

/** Reasons for which the next wait is longer. */
const backOffReasons: ReadonlySet<LaterReason> = new Set(['unavailable', 'in_doubt']);

/** A target that is published this many seconds late gets a warning. */
const LATE_WARNING_AFTER = 900;

/** More parts than any network's thread has. */
const MAX_PARTS = 100;
const MAX_WARNINGS = 20;
/** Characters. */
const MAX_WARNING = 1000;
const HANDED_OVER = 'The network has the post as a draft. Finish it in the network’s own app.';
const OPERATOR_ADVICE =
  'The post waits until the operator of this installation has solved this. Belfry tries again within an hour.';

type Effect = Omit<Settlement, 'claim'>;

const unchanged: Omit<Effect, 'status' | 'event'> = {
  error: null,
  warnings: [],
  externalId: null,
  externalUrl: null,
  parts: null,
  wakeIn: null,
  tries: 0,
  pauseLane: 0,
  grantVersion: null,
};

/**
 * Stores how an attempt ended. True: the lane may have another target that is due. Throws {@link LeaseLost} when another
 * worker has the target now.
 */
export type Settle = (claim: Claim, outcome: Outcome) => Promise<boolean>;

export function openSettling(db: Database): Settle {
  const settleWithOthers = batchCalls((settlements: readonly Settlement[]) =>
    db.transaction((tx) => settleTargets(tx, settlements, 'none')),
  );
  return async (claim, outcome) => {
    if (outcome.kind === 'voided' && (await db.transaction((tx) => voidLeased(tx, claim)))) return true;
    const effect = effectOf(outcome, claim);
    const pauseLane = Math.max(effect.pauseLane, outcome.pauseAfter?.channel ?? 0);
    const settlement = { claim, ...effect, pauseLane };
    let settled: Settled | undefined = await settleWithOthers(settlement);
    // Another transaction is changing the post. Settled alone, this target waits for it without delaying other targets.
    if (settled === 'busy') settled = await settleAlone(db, settlement);
    if (settled === 'settled' || settled === 'settled_lane_due') return settled === 'settled_lane_due';
    throw new LeaseLost('the lease was lost');
  };
}

/** Updates when these lanes are next due, after a claim found no due target in them. */
export function drain(db: Database, lanes: readonly number[]): Promise<void> {
  return db.transaction((tx) => drainLanes(tx, lanes));
}

async function settleAlone(db: Database, settlement: Settlement): Promise<Settled | undefined> {
  const [settled] = await db.transaction((tx) => settleTargets(tx, [settlement], 'any'));
  return settled;
}

function effectOf(outcome: Outcome, claim: Claim): Effect {
  switch (outcome.kind) {
    case 'published':
      return published(outcome, claim);
    case 'later':
      return putOff(outcome, claim);
    case 'held':
      return {
        ...unchanged,
        status: 'pending',
        wakeIn: 0,
        grantVersion: outcome.version ?? null,
        warnings: [`The post waits until somebody connects the channel again. ${outcome.message}`],
        event: { kind: 'target.held', data: { message: outcome.message } },
      };
    case 'failed':
      return failed(outcome.code, outcome.message, {
        ...(outcome.networkCode === undefined ? {} : { network_code: outcome.networkCode }),
        ...(outcome.field === undefined ? {} : { details: { field: outcome.field } }),
      });
    case 'voided':
      return postponeVoid(claim);
    case 'unconfirmed':
      return failed('outcome_unknown', outcome.message, {
        details: { cause: outcome.cause satisfies DoubtCause },
      });
  }
}

function putOff(outcome: Extract<Outcome, { kind: 'later' }>, { tries }: Claim): Effect {
  const { because, seconds, pauses } = outcome;
  const isForOperator = outcome.cause === 'operator';
  const message = isForOperator ? `${outcome.message} ${OPERATOR_ADVICE}` : outcome.message;
  const data = { because, message, seconds: Math.round(seconds * 10) / 10 };
  return {
    ...unchanged,
    status: because === 'queue' ? 'pending' : 'publishing',
    warnings: isForOperator ? [message] : [],
    // The gate of the app holds the target back, and may open earlier.
    wakeIn: pauses === 'app' ? 0 : seconds,
    // A wait that the network asked for is not a failure. Only failures make the next wait longer.
    tries: tries + (backOffReasons.has(because) ? 1 : 0),
    pauseLane: pauses === 'lane' ? seconds : 0,
    event: { kind: 'target.put_off', data },
  };
}

function published(outcome: Extract<Outcome, { kind: 'published' }>, claim: Claim): Effect {
  // The network chose these addresses, and people will click on them.
  const externalUrl = statedAddress(outcome.url);
  const parts = (outcome.parts ?? [])
    .slice(0, MAX_PARTS)
    .map(({ id, url }) => ({ id, url: statedAddress(url) }));
  const warnings = outcome.warnings.slice(0, MAX_WARNINGS).map((each) => statedLine(each, MAX_WARNING));
  const handedOver = outcome.handedOver ? [HANDED_OVER] : [];
  return {
    ...unchanged,
    status: 'published',
    externalId: outcome.id,
    externalUrl,
    parts: parts.length > 1 && parts.every(({ id }) => isStatedId(id)) ? parts : null,
    warnings: [...handedOver, ...warnings, ...lateWarning(claim)],
    event: outcome.handedOver
      ? { kind: 'target.handed_over', data: { late_ms: lateness(claim) } }
      : { kind: 'target.published', data: { url: externalUrl, late_ms: lateness(claim) } },
  };
}

/** Another target of the post is being sent, and must end before the post can go back for approval. */
function postponeVoid({ tries }: Claim): Effect {
  const message =
    'The post changed after it was approved. It goes back for approval when the copies being sent right now have finished.';
  const event = { kind: 'target.put_off', data: { because: 'approval', message } } as const;
  return { ...unchanged, status: 'pending', wakeIn: backOff(tries), tries: tries + 1, event };
}

function failed(
  code: FailureCode,
  message: string,
  more: Pick<EventData['target.failed'], 'network_code' | 'details'>,
): Effect {
  const error = { code, message, retryable: retryable[code], ...more };
  return { ...unchanged, status: 'failed', error, event: { kind: 'target.failed', data: error } };
}

function lateWarning({ late }: Claim): string[] {
  return late < LATE_WARNING_AFTER ? [] : [`The post was published ${formatDuration(late)} late.`];
}

function lateness(claim: Claim): number {
  return Math.round(claim.late * 1000);
}
