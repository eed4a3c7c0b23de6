/** What each outcome means for the target, its channel and the timeline: one table, one write. */
import type { TargetErrorCode } from '@belfry/contract/schemas.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Database } from '../db/database.ts';
import { voidHeld } from '../reviews/lookup.ts';
import { LeaseLost } from './entry.ts';
import type { LaterReason, Outcome } from './outcome.ts';
import { backOff } from './outcome.ts';
import type { Claim, Settlement } from './store.ts';
import { settleTarget } from './store.ts';

/** Whether sending the post again can help, by the code it failed with. */
const retryable: Record<TargetErrorCode, boolean> = {
  rejected: false,
  media_unusable: true,
  network_unavailable: true,
  processing_timeout: true,
  missed: true,
  channel_disconnected: true,
  attempt_crashed: true,
  adapter_error: true,
  not_approved: false,
  outcome_unknown: false,
};

const failing: ReadonlySet<LaterReason> = new Set(['unavailable', 'in_doubt']);

type Effect = Omit<Settlement, 'claim'>;

const nothing: Omit<Effect, 'status' | 'event'> = {
  error: null,
  warnings: [],
  externalId: null,
  externalUrl: null,
  wakeIn: null,
  tries: 0,
  pauseLane: 0,
  needsReconnect: false,
};

/** Throws {@link LeaseLost} when another worker has the target now. */
export async function settle(db: Database, claim: Claim, outcome: Outcome): Promise<void> {
  const settled = await db.transaction(async (tx) => {
    if (outcome.kind === 'voided' && (await voidHeld(tx, claim))) return true;
    return settleTarget(tx, { claim, ...effectOf(outcome, claim) });
  });
  if (!settled) throw new LeaseLost('the lease was lost');
}

function effectOf(outcome: Outcome, claim: Claim): Effect {
  switch (outcome.kind) {
    case 'published':
      return {
        ...nothing,
        status: 'published',
        externalId: outcome.id,
        externalUrl: webAddress(outcome.url),
        warnings: outcome.warnings,
        event: { kind: 'target.published', data: { url: webAddress(outcome.url), late_ms: lateness(claim) } },
      };
    case 'later':
      return {
        ...nothing,
        status: 'publishing',
        wakeIn: outcome.seconds,
        // Waiting as agreed is no failure: only what did not work out makes the next wait longer.
        tries: claim.tries + (failing.has(outcome.because) ? 1 : 0),
        pauseLane: outcome.pauses === 'lane' ? outcome.seconds : 0,
        event: {
          kind: 'target.put_off',
          data: {
            because: outcome.because,
            message: outcome.message,
            seconds: Math.round(outcome.seconds * 10) / 10,
          },
        },
      };
    case 'held':
      return {
        ...nothing,
        status: 'pending',
        wakeIn: 0,
        needsReconnect: true,
        event: { kind: 'target.held', data: { message: outcome.message } },
      };
    case 'failed':
      return failed(outcome.code, outcome.message, {
        ...(outcome.networkCode === undefined ? {} : { network_code: outcome.networkCode }),
        ...(outcome.field === undefined ? {} : { details: { field: outcome.field } }),
      });
    case 'voided':
      return waiting(claim);
    case 'unconfirmed':
      return failed('outcome_unknown', outcome.message, {});
  }
}

/** Another target of the post is at work, and is seen through before the post is withdrawn. */
function waiting({ tries }: Claim): Effect {
  const message = 'It is no longer what was approved; its other copies are seen through first.';
  const event = { kind: 'target.put_off', data: { because: 'approval', message } };
  return { ...nothing, status: 'pending', wakeIn: backOff(tries), tries: tries + 1, event };
}

function failed(code: TargetErrorCode, message: string, more: JsonObject): Effect {
  const error = { code, message, retryable: retryable[code], ...more };
  return { ...nothing, status: 'failed', error, event: { kind: 'target.failed', data: error } };
}

/** A network's answer is not to be trusted with more than a web address. */
function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url.slice(0, 2000) : null;
}

function lateness(claim: Claim): number {
  return Math.round(claim.late * 1000);
}
