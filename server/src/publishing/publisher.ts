/** Works on due targets: claims lanes, begins an attempt for each claim, and stores the outcome. */
import { randomUUID } from 'node:crypto';
import { interrupted, JournalFailure } from '@belfry/engine/ending.ts';
import { LeaseLost } from '@belfry/engine/entry.ts';
import type { Outcome } from '@belfry/engine/outcome.ts';
import type { Context } from '../base/context.ts';
import { isUnavailable } from '../base/unavailable.ts';
import {
  type Claim,
  claimLanes,
  LEASE,
  MOST_OF_QUICK,
  prolongLeases,
  secondsUntilDue,
} from '../lanes/index.ts';
import { namesOf, openAttempts, type Perform } from './attempts.ts';
import { countByWorkspace, listSaturated, Shares } from './fairness.ts';
import { noteAtGate, openGates } from './gates.ts';
import { drain, openSettling, type Settle } from './settle.ts';
import * as store from './store.ts';
import { goesOn, openTurns, QUICK_MS, TURNS_MS, type Turns } from './turns.ts';
import { isSuspect } from './verdict.ts';

type Ctx = Omit<Context, 'callers'>;

/** Attempts in flight at once. Each spends most of its time waiting for a network. */
const MAX_ATTEMPTS = 400;
const MAX_LANES_PER_CLAIM = 100;
/** Seconds until a target is tried again after its attempt was broken off. */
const RETRY_BROKEN_OFF = 1;
/** Milliseconds between reports that this worker looks for work. */
const REPORT_INTERVAL_MS = 5000;
/** Milliseconds between tries to store an outcome while the database is unavailable. */
const WRITE_RETRY_MS = 500;

/** Outcomes that are logged as warnings. */
const alarming: ReadonlySet<Outcome['kind']> = new Set(['failed', 'held', 'unconfirmed']);

interface Flight {
  claim: Claim;
  /** The database's time. */
  now: () => Date;
  abort: AbortController;
  lane: Turns;
  /** The attempt before it in the lane has ended, and this one may send, or must not. Undefined: it is the first. */
  turn?: Promise<boolean> | undefined;
  /** Says so to the next one. */
  passOn(mayGo: boolean): void;
}

export class Publisher {
  readonly id: string = randomUUID();
  #ctx: Ctx;
  #perform: Perform;
  #settle: Settle;
  #flights = new Map<string, Flight & { done: Promise<void> }>();
  #shares = new Shares();
  /** Channels whose networks answer quickly, and which have another due target. */
  #quick = new Set<number>();
  /** A suspect is being tried. Nothing else is claimed meanwhile. */
  #isTrying = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** The apps of the environment have their gates. */
  #hasOpened = false;
  /** The last claim has seen gates. */
  #isGated = false;
  /** More may be due: the last claim filled all free slots or failed, or a lane has another due target since then. */
  hasMore = false;
  /** Called whenever an attempt has ended, since its lane may have another target due. */
  onSettled: () => void = () => undefined;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
    this.#perform = openAttempts(ctx);
    this.#settle = openSettling(ctx.db);
  }

  /** Claims due targets and begins to publish them. Returns their number. */
  async claim(): Promise<number> {
    const slots = this.#isTrying ? 0 : Math.min(MAX_LANES_PER_CLAIM, MAX_ATTEMPTS - this.#flights.size);
    if (slots <= 0) {
      this.hasMore = true;
      await this.#reportLooking();
      return 0;
    }
    this.hasMore = false;
    const { claims, idle } = await this.#claimFairly(slots).catch((error: unknown) => {
      this.hasMore = true;
      throw error;
    });
    this.hasMore ||= claims.length >= slots;
    await this.#reportLooking();
    const lanes = [...Map.groupBy(claims, ({ channel }) => channel.id).values()];
    const suspects = lanes.filter((lane) => lane.some(isSuspect));
    for (const lane of lanes) if (!suspects.includes(lane)) this.#beginLane(lane);
    if (suspects.length > 0) this.#tryAlone(suspects.flat());
    if (idle.length > 0) await drain(this.#ctx.db, idle);
    return claims.length;
  }

  async #claimFairly(slots: number): Promise<{ claims: Claim[]; idle: number[] }> {
    if (!this.#hasOpened) await openGates(this.#ctx);
    this.#hasOpened = true;
    const inFlight = [...this.#flights.values()].map(({ claim }) => claim);
    const saturated = listSaturated(countByWorkspace(inFlight), MAX_ATTEMPTS - this.#flights.size);
    const quick = this.#takeQuick(slots);
    const claim = async (limit: number, skipped: readonly number[]) => {
      const { db, lastHeartbeat } = this.#ctx;
      const claimed = await claimLanes(db, limit, {
        skipped: [...saturated, ...skipped],
        quick,
        beat: lastHeartbeat?.beat,
        expectsGates: this.#isGated,
      });
      this.#isGated = claimed.isGated;
      return claimed;
    };
    return this.#shares.take(slots, claim, this.#ctx.host.elapsed());
  }

  /** As many quick lanes as there is room for their targets, besides one target of each other lane. */
  #takeQuick(slots: number): number[] {
    const room = MAX_ATTEMPTS - this.#flights.size - slots;
    const quick = [...this.#quick].slice(0, Math.floor(room / MOST_OF_QUICK));
    this.#quick.clear();
    return quick;
  }

  /** Seconds until something is due, at most `horizon`. */
  async secondsUntilDue(horizon: number): Promise<number> {
    const isFull = this.#isTrying || this.#flights.size >= MAX_ATTEMPTS;
    const seconds = isFull ? horizon : await secondsUntilDue(this.#ctx.db, horizon);
    await this.#reportLooking();
    return seconds;
  }

  /** Prolongs the leases of the attempts in flight, and aborts those whose target another worker has taken over. */
  async beat(): Promise<void> {
    // An attempt that begins while the database answers is not in the answer, and has not lost its lease.
    const asked = [...this.#flights];
    if (asked.length === 0) return;
    const held = await prolongLeases(
      this.#ctx.db,
      asked.map(([lease]) => lease),
    );
    for (const [lease, flight] of asked) {
      if (!held.has(lease)) flight.abort.abort(new LeaseLost('the lease was lost'));
    }
  }

  /** Returns when no attempt is in flight. */
  async idle(): Promise<void> {
    while (this.#flights.size > 0)
      await Promise.all([...this.#flights.values()].map((flight) => flight.done));
  }

  /** Gives attempts `seconds` to finish, then aborts them, so that their targets are handed back. */
  async stop(seconds: number): Promise<void> {
    const timeout = this.#ctx.host.after(seconds * 1000, () => {
      for (const flight of this.#flights.values()) flight.abort.abort(new Error('the worker stops'));
    });
    await this.idle();
    timeout.cancel();
    await store.deleteWorker(this.#ctx.db, this.id);
  }

  /** Called by the loop that looks for work: if that loop stands still, the process does not count as a worker. */
  async #reportLooking(): Promise<void> {
    const now = this.#ctx.host.elapsed();
    if (now - this.#reportedAt < REPORT_INTERVAL_MS) return;
    this.#reportedAt = now;
    await store.reportWorker(this.#ctx.db, this.id);
  }

  /** We cannot tell which attempt crashed the worker, so suspects run one at a time. */
  #tryAlone(suspects: Claim[]): void {
    this.#isTrying = true;
    let before: Promise<unknown> = Promise.all([...this.#flights.values()].map(({ done }) => done));
    for (const claim of suspects) {
      const lane = openTurns(1, this.#ctx.host, this.#settle);
      before = this.#begin(claim, { lane, after: before }).done;
    }
    void before.then(() => {
      this.#isTrying = false;
      this.onSettled();
    });
  }

  #beginLane(claims: readonly Claim[]): void {
    const lane = openTurns(claims.length, this.#ctx.host, this.#settle);
    let turn: Promise<boolean> | undefined;
    for (const claim of claims) turn = this.#begin(claim, { lane, turn }).next;
  }

  #begin(
    claim: Claim,
    { lane, turn, after = Promise.resolve() }: Pick<Flight, 'lane' | 'turn'> & { after?: Promise<unknown> },
  ): { done: Promise<void>; next: Promise<boolean> } {
    const abort = new AbortController();
    const now = this.#timeFrom(claim);
    const { promise: next, resolve: passOn } = Promise.withResolvers<boolean>();
    this.#ctx.meters.claimed(claim.channel.platform);
    const flight = { claim, now, abort, lane, turn, passOn };
    const done = after
      .then(() => this.#publishTraced(flight))
      .catch((error: unknown) => this.#reportUnsettled(claim, error))
      .finally(() => {
        passOn(false);
        this.#flights.delete(claim.lease);
        lane.left -= 1;
        if (lane.left === 0) this.onSettled();
      });
    this.#flights.set(claim.lease, { ...flight, done });
    return { done, next };
  }

  /** The database's time at the claim, advanced by the host's timer. That timer may stop, but never runs ahead. */
  #timeFrom({ due, late }: Claim): () => Date {
    const { host } = this.#ctx;
    const claimedAt = Date.parse(due) + late * 1000 - host.elapsed();
    return () => new Date(claimedAt + host.elapsed());
  }

  #publishTraced(flight: Flight): Promise<void> {
    return this.#ctx.tracing.within({ name: 'attempt', attributes: namesOf(flight.claim) }, async (span) => {
      const outcome = await this.#publish(flight);
      span.set({ outcome: outcome.kind, ...reasonOf(outcome) });
    });
  }

  async #publish(flight: Flight): Promise<Outcome> {
    const { claim, lane } = flight;
    const ended = await this.#attempt(flight);
    const outcome = await this.#write(() => noteAtGate(this.#ctx, claim, ended));
    const isDue = await this.#write(() => lane.settle(claim, outcome));
    if (isDue) this.hasMore = true;
    if (isDue && lane.isQuick) this.#quick.add(claim.channel.id);
    this.#ctx.meters.settled(claim.channel.platform, outcome, claim.late);
    const late = Math.max(0, Math.round(claim.late * 1000) / 1000);
    const line = { ...namesOf(claim), outcome: outcome.kind, ...reasonOf(outcome), late };
    this.#ctx.log[alarming.has(outcome.kind) ? 'warn' : 'info'](line, 'attempt ended');
    return outcome;
  }

  /** Lets the next one of the lane send as soon as this one has ended, while its outcome is stored. */
  async #attempt({ claim, now, abort, lane, turn, passOn }: Flight): Promise<Outcome> {
    const { host } = this.#ctx;
    const ended = await this.#perform(claim, now, abort.signal, turn).catch((error: unknown) =>
      this.#breakOff(claim, error),
    );
    // Some attempts end before their turn, such as those of missed targets.
    const mayGo = (turn === undefined || (await turn)) && goesOn(ended);
    const elapsed = host.elapsed() - lane.claimedAt;
    if (turn === undefined) lane.isQuick = mayGo && elapsed < QUICK_MS;
    passOn(mayGo && elapsed < TURNS_MS);
    return ended;
  }

  /** Retries while the database is unavailable, so that a short outage does not lose the outcome. */
  async #write<T>(write: () => Promise<T>): Promise<T> {
    const { host } = this.#ctx;
    const begun = host.elapsed();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const waited = (host.elapsed() - begun) / 1000;
        if (!isUnavailable(error) || waited > 2 * LEASE) throw error;
        await new Promise<void>((resolve) => host.after(WRITE_RETRY_MS, resolve));
      }
    }
  }

  /** This process still runs, so it hands the target back at once. No worker has to wait for the lease to expire. */
  #breakOff(claim: Claim, error: unknown): Outcome {
    if (error instanceof LeaseLost) throw error;
    const cause = error instanceof JournalFailure ? error.cause : error;
    this.#ctx.log.error({ ...namesOf(claim), err: cause }, 'attempt broken off');
    return interrupted('The database could not be used.', RETRY_BROKEN_OFF);
  }

  /** No outcome was stored. The worker that has the target now, or claims it next, settles its open commits. */
  #reportUnsettled(claim: Claim, error: unknown): void {
    if (error instanceof LeaseLost) {
      this.#ctx.meters.leaseLost();
      this.#ctx.log.warn(namesOf(claim), 'lease lost: another worker continues');
    } else this.#ctx.log.error({ ...namesOf(claim), err: error }, 'the outcome could not be written');
  }
}

function reasonOf(outcome: Outcome) {
  if (outcome.kind === 'later') return { because: outcome.because, seconds: Math.round(outcome.seconds) };
  return outcome.kind === 'failed' ? { code: outcome.code } : {};
}
