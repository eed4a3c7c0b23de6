/** Prepares targets before they are due: uploads their files, and waits while the network works on them. */
import { JournalFailure } from '@belfry/engine/ending.ts';
import { LeaseLost } from '@belfry/engine/entry.ts';
import type { Outcome } from '@belfry/engine/outcome.ts';
import type { Context } from '../../base/context.ts';
import {
  claimPreparations,
  endPreparation,
  noteChecks,
  type Preparation,
  prolongPreparations,
} from '../../lanes/index.ts';
import { namesOf, openPreparing, type Prepare } from '../attempts.ts';

type Ctx = Omit<Context, 'callers'>;

/** Preparations of a process at once. Each may send a large file. */
const MAX_AT_ONCE = 4;
/** Milliseconds between two prolongations of the leases. */
const BEAT_MS = 5000;
/** Seconds before the time at which a network's steps may begin, unless its rules say otherwise. */
const USUAL_AHEAD = 600;

interface Flight {
  abort: AbortController;
  done: Promise<void>;
}

/** Prepares all targets that may be prepared now, and returns when no preparation is in flight. Publishes nothing. */
export async function prepareAhead(ctx: Ctx, ending?: AbortSignal): Promise<void> {
  const prepare = openPreparing(ctx);
  const ahead = listAhead(ctx);
  const flights = new Map<string, Flight>();
  const end = () => {
    for (const { abort } of flights.values()) abort.abort(new Error('the worker stops'));
  };
  ending?.addEventListener('abort', end);
  try {
    for (;;) {
      const free = ending?.aborted ? 0 : MAX_AT_ONCE - flights.size;
      const claims = free > 0 ? await claimPreparations(ctx.db, ahead, free) : [];
      for (const claim of claims) begin(ctx, prepare, claim, flights);
      if (flights.size === 0) return;
      await untilOneEnds(ctx, flights);
      await prolong(ctx, flights);
    }
  } finally {
    ending?.removeEventListener('abort', end);
    end();
    await Promise.all([...flights.values()].map(({ done }) => done));
  }
}

function listAhead({ networks }: Ctx): Record<string, number> {
  return Object.fromEntries(
    [...networks.values()].map(({ rules }) => [rules.platform, rules.ahead ?? USUAL_AHEAD]),
  );
}

function begin(ctx: Ctx, prepare: Prepare, claim: Preparation, flights: Map<string, Flight>): void {
  const abort = new AbortController();
  const done = ctx.tracing
    .within({ name: 'preparation', attributes: namesOf(claim) }, () => run(ctx, prepare, claim, abort.signal))
    .catch((error: unknown) => report(ctx, claim, error))
    .finally(() => flights.delete(claim.lease));
  flights.set(claim.lease, { abort, done });
}

async function run(ctx: Ctx, prepare: Prepare, claim: Preparation, signal: AbortSignal): Promise<void> {
  const begun = Date.parse(claim.due) + claim.late * 1000 - ctx.host.elapsed();
  const outcome = await prepare(claim, () => new Date(begun + ctx.host.elapsed()), signal);
  if (outcome !== null) await warn(ctx, claim, outcome);
  await endPreparation(ctx.db, claim, nextOf(outcome));
  ctx.log.info(
    { ...namesOf(claim), ready: outcome === null, early: Math.round(-claim.late) },
    'preparation ended',
  );
}

/** The attempt meets an app that is paused or refused by itself: it is not asked for twice. */
function nextOf(outcome: Outcome | null): { wait: number | null; hasProgress: boolean } {
  if (outcome?.kind !== 'later' || outcome.pauses === 'app') return { wait: null, hasProgress: true };
  return { wait: outcome.seconds, hasProgress: outcome.because === 'processing' };
}

/** The target stays planned as it is: its attempt tries again, and fails if the problem is still there. */
async function warn(ctx: Ctx, claim: Preparation, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'failed' && outcome.kind !== 'held') return;
  const code = outcome.kind === 'failed' ? outcome.code : 'channel_disconnected';
  const { workspace_id, target_id, reserved } = claim;
  const { message } = outcome;
  const event = { kind: 'target.at_risk', data: { code, message } } as const;
  await noteChecks(ctx.db, [{ check: { workspace_id, target_id, reserved }, warnings: [message], event }]);
}

async function untilOneEnds({ host }: Ctx, flights: ReadonlyMap<string, Flight>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = host.after(BEAT_MS, resolve);
  await Promise.race([promise, ...[...flights.values()].map(({ done }) => done)]);
  timer.cancel();
}

/** Prolongs the leases, and aborts the preparations whose attempt has begun or whose post was changed. */
async function prolong(ctx: Ctx, flights: ReadonlyMap<string, Flight>): Promise<void> {
  const asked = [...flights];
  if (asked.length === 0) return;
  const held = await prolongPreparations(
    ctx.db,
    asked.map(([lease]) => lease),
  );
  for (const [lease, { abort }] of asked) {
    if (!held.has(lease)) abort.abort(new LeaseLost('the attempt has begun, or the post was changed'));
  }
}

/** The attempt does what is left. If it has not begun, another preparation goes on when the lease has ended. */
function report(ctx: Ctx, claim: Preparation, error: unknown): void {
  if (error instanceof LeaseLost) return;
  const err = error instanceof JournalFailure ? error.cause : error;
  ctx.log.warn({ ...namesOf(claim), err }, 'preparation broken off');
}
