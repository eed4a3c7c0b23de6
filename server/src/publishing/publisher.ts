/** Works on due targets: claims lanes, runs an attempt on each, writes down what came of it. */
import { randomUUID } from 'node:crypto';
import { imageBoundsOf } from '@belfry/networks/core/images.ts';
import { openSession, refreshSession } from '../channels/tokens.ts';
import type { Context } from '../context.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { MediaRow } from '../media/lookup.ts';
import { mediaOfPosts } from '../media/lookup.ts';
import { openMedia } from '../media/open.ts';
import { isAsApproved } from './approval.ts';
import { attempt } from './attempt.ts';
import type { Entry } from './entry.ts';
import { LeaseLost } from './entry.ts';
import { openJournal } from './journal.ts';
import { interrupted, JournalFailure, outcomeOf } from './journaled-run.ts';
import type { Outcome } from './outcome.ts';
import { settle } from './settle.ts';
import type { Claim } from './store.ts';
import * as store from './store.ts';

type Ctx = Omit<Context, 'keyUse'>;

/** Attempts in flight at once; each waits on a network most of its time. */
const MOST_ATTEMPTS = 200;
const MOST_LANES = 100;
/** Claims of one target without a word of its worker, after which it is suspected, and tried alone. */
const MOST_CRASHES = 3;
/** As many more end the trial: it is the culprit. */
const MOST_TRIALS = 2;
/** Seconds after which a target is tried again whose attempt the database broke off. */
const BROKEN_OFF = 1;
/** Milliseconds between reports that this worker looks for work. */
const REPORT_EVERY = 5000;
/** Seconds of grace that even a workspace without any gives: machines are late by moments. */
const LEAST_GRACE = 300;
/** Milliseconds between tries to write an outcome while the database is away. */
const WRITE_AGAIN = 500;

interface Flight {
  claim: Claim;
  abort: AbortController;
  done: Promise<void>;
}

export class Publisher {
  readonly id: string = randomUUID();
  #ctx: Ctx;
  #flights = new Map<string, Flight>();
  /** A suspect is at work: nothing else is begun meanwhile. */
  #isTrying = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** Called whenever an attempt has ended, since its lane may have more to give. */
  onSettled: () => void = () => undefined;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** Takes what is due and begins to publish it; answers how many targets that are. */
  async claim(): Promise<number> {
    const room = this.#isTrying ? 0 : Math.min(MOST_LANES, MOST_ATTEMPTS - this.#flights.size);
    if (room <= 0) return 0;
    const { claims, idle } = await store.claimLanes(this.#ctx.db, room);
    await this.#reportLooking();
    const [suspects, others] = partition(claims, ({ crashes }) => crashes > MOST_CRASHES);
    for (const claim of others) this.#begin(claim);
    if (suspects.length > 0) this.#tryAlone(suspects);
    if (idle.length > 0) await this.#ctx.db.transaction((tx) => store.drainLanes(tx, idle));
    return claims.length;
  }

  /** Seconds until something is due, at most `horizon`. */
  secondsUntilDue(horizon: number): Promise<number> {
    return this.#isTrying || this.#flights.size >= MOST_ATTEMPTS
      ? Promise.resolve(horizon)
      : store.secondsUntilDue(this.#ctx.db, horizon);
  }

  /** Keeps the leases of what is in flight; stops what another worker has taken over. */
  async beat(): Promise<void> {
    if (this.#flights.size === 0) return;
    const held = await store.prolongLeases(this.#ctx.db, [...this.#flights.keys()]);
    for (const [lease, flight] of this.#flights) {
      if (!held.has(lease)) flight.abort.abort(new LeaseLost('the lease was lost'));
    }
  }

  /** Waits for what is in flight. */
  async idle(): Promise<void> {
    while (this.#flights.size > 0)
      await Promise.all([...this.#flights.values()].map((flight) => flight.done));
  }

  /** Lets attempts finish for `seconds`, then stops them so that they are handed back. */
  async stop(seconds: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const flight of this.#flights.values()) flight.abort.abort(new Error('the worker stops'));
    }, seconds * 1000);
    await this.idle();
    clearTimeout(timer);
    await store.forgetWorker(this.#ctx.db, this.id);
  }

  /** Told by the very loop that claims: a worker that merely lives does not count. */
  async #reportLooking(): Promise<void> {
    if (performance.now() - this.#reportedAt < REPORT_EVERY) return;
    this.#reportedAt = performance.now();
    await store.reportWorker(this.#ctx.db, this.id);
  }

  /** Whoever was at work when a worker vanished may be its undoing, or a bystander: alone, only the culprit dies. */
  #tryAlone(suspects: Claim[]): void {
    this.#isTrying = true;
    let before: Promise<unknown> = Promise.all([...this.#flights.values()].map(({ done }) => done));
    for (const claim of suspects) before = this.#begin(claim, before);
    void before.then(() => {
      this.#isTrying = false;
      this.onSettled();
    });
  }

  #begin(claim: Claim, after: Promise<unknown> = Promise.resolve()): Promise<void> {
    const abort = new AbortController();
    const done = after
      .then(() => this.#publish(claim, abort.signal))
      .catch((error: unknown) => this.#report(claim, error))
      .finally(() => {
        this.#flights.delete(claim.lease_id);
        this.onSettled();
      });
    this.#flights.set(claim.lease_id, { claim, abort, done });
    return done;
  }

  async #publish(claim: Claim, signal: AbortSignal): Promise<void> {
    const outcome = await this.#attempt(claim, signal).catch((error: unknown) =>
      this.#breakOff(claim, error),
    );
    await this.#write(() => settle(this.#ctx.db, claim, outcome));
    this.#ctx.meters.settled(claim.channel.platform, outcome, claim.late);
    this.#ctx.log.info({ ...marksOf(claim), outcome: outcome.kind, ...reasonOf(outcome) }, 'attempt ended');
  }

  async #attempt(claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const ctx = this.#ctx;
    const journal = openJournal(ctx.db, claim.target_id, claim.lease_id);
    const verdict = verdictBeforehand(claim);
    const spoken = verdict && pronounce(verdict, await journal.load());
    if (spoken !== undefined) return spoken;
    const network = ctx.networks.get(claim.channel.platform);
    if (network === undefined) {
      return {
        kind: 'failed',
        code: 'channel_disconnected',
        message: 'This installation no longer knows the network.',
      };
    }
    const rows = await this.#readMedia(claim);
    if (!(await isAsApproved(ctx.db, claim, rows, journal.load))) return { kind: 'voided' };
    let open: Awaited<ReturnType<typeof openSession>>;
    try {
      open = await openSession(ctx, network, claim.channel);
    } catch (error) {
      return outcomeOf(error, claim.tries);
    }
    const post = {
      text: claim.text,
      settings: claim.settings,
      media: await openMedia(
        ctx,
        claim.workspace_id,
        rows,
        imageBoundsOf(network.rules, open.session.limits),
      ),
    };
    return attempt({
      publish: (run) => network.publish(post, open.session, run),
      refresh: async () => {
        open = await refreshSession(ctx, network, claim.channel, open.version);
      },
      journal,
      now: () => ctx.clock.now(),
      tries: claim.tries,
      deadline: new Date(Date.parse(claim.due_at) + graceOf(claim) * 1000),
      signal,
    });
  }

  /** Read once: what is held against an approval is what goes out. */
  async #readMedia({ has_media, workspace_id, post_id }: Claim): Promise<MediaRow[]> {
    if (!has_media) return [];
    return (await mediaOfPosts(this.#ctx.db, workspace_id, [post_id])).get(post_id) ?? [];
  }

  /** An outcome is not lost to a database that is away for a while. */
  async #write(write: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        const waited = (tries * WRITE_AGAIN) / 1000;
        if (!isUnavailable(error) || waited > 2 * store.LEASE) throw error;
        await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN));
      }
    }
  }

  /** The process lives and can hand the target back, so that nobody has to wait for the lease to end. */
  #breakOff(claim: Claim, error: unknown): Outcome {
    if (error instanceof LeaseLost) throw error;
    const cause = error instanceof JournalFailure ? error.cause : error;
    this.#ctx.log.error({ ...marksOf(claim), err: cause }, 'attempt broken off');
    return interrupted('The database could not be used.', BROKEN_OFF);
  }

  /** Nothing was written: whoever holds the target now, or takes it over, settles what is open. */
  #report(claim: Claim, error: unknown): void {
    if (error instanceof LeaseLost) this.#ctx.log.warn(marksOf(claim), 'lease lost: another worker goes on');
    else this.#ctx.log.error({ ...marksOf(claim), err: error }, 'the outcome could not be written');
  }
}

/** What is certain without asking the network. */
function verdictBeforehand(claim: Claim): Extract<Outcome, { kind: 'failed' }> | undefined {
  if (claim.channel.needs_reconnect || claim.channel.deleted) {
    const message = claim.channel.deleted
      ? 'The channel was removed before the post was due.'
      : 'Nobody signed in to the network again in time.';
    return { kind: 'failed', code: 'channel_disconnected', message };
  }
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

/** A verdict over what may be live already: being late does not end it, anything else leaves it unconfirmed. */
function pronounce(verdict: Extract<Outcome, { kind: 'failed' }>, entries: Entry[]): Outcome | undefined {
  const commits = entries.filter(({ kind }) => kind === 'commit' || kind === 'after');
  if (verdict.code === 'missed') return commits.length === 0 ? verdict : undefined;
  const isInDoubt = commits.some(({ state }) => state === 'open');
  if (!isInDoubt) return verdict;
  return {
    kind: 'unconfirmed',
    message: `${verdict.message} It may already be live; look before you retry.`,
  };
}

/** Seconds. */
function graceOf(claim: Claim): number {
  return Math.max(LEAST_GRACE, claim.grace_hours * 3600);
}

function marksOf(claim: Claim) {
  return {
    post: claim.post_id,
    target: claim.target_id,
    channel: claim.channel.id,
    platform: claim.channel.platform,
  };
}

function reasonOf(outcome: Outcome) {
  if (outcome.kind === 'later') return { because: outcome.because, seconds: Math.round(outcome.seconds) };
  return outcome.kind === 'failed' ? { code: outcome.code } : {};
}

function partition<T>(all: readonly T[], belongs: (each: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((each) => !belongs(each))];
}
