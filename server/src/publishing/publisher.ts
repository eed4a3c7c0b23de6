/** Works on due targets: claims lanes, runs an attempt on each, writes down what came of it. */
import { randomUUID } from 'node:crypto';
import { imageBoundsOf } from '@belfry/networks/core/images.ts';
import type { Json } from '@belfry/networks/core/json.ts';
import type { FindGrant } from '../channels/grants/tokens.ts';
import { openGrants, openSession, refreshSession } from '../channels/grants/tokens.ts';
import type { Context } from '../context.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { MediaRow } from '../media/lookup.ts';
import { mediaOfPosts } from '../media/lookup.ts';
import { openMedia } from '../media/open.ts';
import { isAsApproved } from './approval.ts';
import { attempt } from './attempt.ts';
import { interrupted, JournalFailure, outcomeOf } from './ending.ts';
import { LeaseLost } from './entry.ts';
import { countByWorkspace, crowding, Shares } from './fairness.ts';
import { isTaken, openJournals } from './journal.ts';
import type { Outcome } from './outcome.ts';
import type { Settle } from './settling/settle.ts';
import { drain, openSettling } from './settling/settle.ts';
import type { Claim } from './store.ts';
import * as store from './store.ts';
import { traceJournal } from './traced-journal.ts';
import { applyVerdict, graceOf, isSuspect, verdictBeforehand } from './verdict.ts';

type Ctx = Omit<Context, 'keyUse'>;

/** Attempts in flight at once; each waits on a network most of its time. */
const MOST_ATTEMPTS = 400;
const MOST_LANES = 100;
/** Seconds after which a target is tried again whose attempt the database broke off. */
const BROKEN_OFF = 1;
/** Milliseconds between reports that this worker looks for work. */
const REPORT_EVERY = 5000;
/** Milliseconds between tries to write an outcome while the database is away. */
const WRITE_AGAIN = 500;

/** Outcomes that a person should look at. */
const alarming: ReadonlySet<Outcome['kind']> = new Set(['failed', 'held', 'unconfirmed']);

interface Flight {
  claim: Claim;
  abort: AbortController;
  done: Promise<void>;
}

export class Publisher {
  readonly id: string = randomUUID();
  #ctx: Ctx;
  #journalOf: ReturnType<typeof openJournals>;
  #settle: Settle;
  #findGrant: FindGrant;
  #flights = new Map<string, Flight>();
  #shares = new Shares();
  /** A suspect is at work: nothing else is begun meanwhile. */
  #isTrying = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** As {@link claim} left it: more may be due than there was room for. */
  hasMore = false;
  /** Called whenever an attempt has ended, since its lane may have more to give. */
  onSettled: () => void = () => undefined;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
    const journalOf = openJournals(ctx.db);
    this.#journalOf = (...of) => traceJournal(journalOf(...of), ctx.tracing);
    this.#settle = openSettling(ctx.db);
    this.#findGrant = openGrants(ctx.db);
  }

  /** Takes what is due and begins to publish it; answers how many targets that are. */
  async claim(): Promise<number> {
    const room = this.#isTrying ? 0 : Math.min(MOST_LANES, MOST_ATTEMPTS - this.#flights.size);
    this.hasMore = true;
    if (room <= 0) return 0;
    const { claims, idle } = await this.#claimFairly(room);
    this.hasMore = claims.length === room;
    await this.#reportLooking();
    for (const claim of claims) if (!isSuspect(claim)) this.#begin(claim);
    const suspects = claims.filter(isSuspect);
    if (suspects.length > 0) this.#tryAlone(suspects);
    if (idle.length > 0) await drain(this.#ctx.db, idle);
    return claims.length;
  }

  #claimFairly(room: number): Promise<{ claims: Claim[]; idle: number[] }> {
    const flying = [...this.#flights.values()].map(({ claim }) => claim);
    const crowd = crowding(countByWorkspace(flying), MOST_ATTEMPTS - this.#flights.size);
    const claim = (limit: number, passedOver: readonly number[]) =>
      store.claimLanes(this.#ctx.db, limit, [...crowd, ...passedOver], this.#ctx.seen?.beat);
    return this.#shares.take(room, claim, this.#ctx.host.elapsed());
  }

  /** Seconds until something is due, at most `horizon`. */
  async secondsUntilDue(horizon: number): Promise<number> {
    if (this.#isTrying || this.#flights.size >= MOST_ATTEMPTS) return horizon;
    const seconds = await store.secondsUntilDue(this.#ctx.db, horizon);
    await this.#reportLooking();
    return seconds;
  }

  /** Keeps the leases of what is in flight; stops what another worker has taken over. */
  async beat(): Promise<void> {
    // What is begun while the database answers was not asked for, and is no loss.
    const asked = [...this.#flights];
    if (asked.length === 0) return;
    const held = await store.prolongLeases(
      this.#ctx.db,
      asked.map(([lease]) => lease),
    );
    for (const [lease, flight] of asked) {
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
    const patience = this.#ctx.host.after(seconds * 1000, () => {
      for (const flight of this.#flights.values()) flight.abort.abort(new Error('the worker stops'));
    });
    await this.idle();
    patience.cancel();
    await store.forgetWorker(this.#ctx.db, this.id);
  }

  /** NoticeParams by the very loop that looks for work: a worker that merely lives does not count. */
  async #reportLooking(): Promise<void> {
    const now = this.#ctx.host.elapsed();
    if (now - this.#reportedAt < REPORT_EVERY) return;
    this.#reportedAt = now;
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
    const now = this.#timeFrom(claim);
    this.#ctx.meters.claimed(claim.channel.platform);
    const done = after
      .then(() => this.#publishTraced(claim, now, abort.signal))
      .catch((error: unknown) => this.#report(claim, error))
      .finally(() => {
        this.#flights.delete(claim.lease_id);
        this.onSettled();
      });
    this.#flights.set(claim.lease_id, { claim, abort, done });
    return done;
  }

  /** The database's time as the claim told it, carried on by a timer that may stop and never runs ahead. */
  #timeFrom({ due_at, late }: Claim): () => Date {
    const { host } = this.#ctx;
    const claimedAt = Date.parse(due_at) + late * 1000 - host.elapsed();
    return () => new Date(claimedAt + host.elapsed());
  }

  #publishTraced(claim: Claim, now: () => Date, signal: AbortSignal): Promise<void> {
    return this.#ctx.tracing.within({ name: 'attempt', attributes: marksOf(claim) }, async (span) => {
      const outcome = await this.#publish(claim, now, signal);
      span.set({ outcome: outcome.kind, ...reasonOf(outcome) });
    });
  }

  async #publish(claim: Claim, now: () => Date, signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.#attempt(claim, now, signal).catch((error: unknown) =>
      this.#breakOff(claim, error),
    );
    await this.#write(() => this.#settle(claim, outcome));
    this.#ctx.meters.settled(claim.channel.platform, outcome, claim.late);
    const late = Math.max(0, Math.round(claim.late * 1000) / 1000);
    const line = { ...marksOf(claim), outcome: outcome.kind, ...reasonOf(outcome), late };
    this.#ctx.log[alarming.has(outcome.kind) ? 'warn' : 'info'](line, 'attempt ended');
    return outcome;
  }

  async #attempt(claim: Claim, now: () => Date, signal: AbortSignal): Promise<Outcome> {
    const ctx = this.#ctx;
    const journal = this.#journalOf(claim.target_id, claim.lease_id);
    const verdict = verdictBeforehand(claim);
    const spoken = verdict && applyVerdict(verdict, claim, await journal.load());
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
    const report = (error: unknown) => this.#reportSurprise(claim, network.rules.name, error);
    let open: Awaited<ReturnType<typeof openSession>>;
    try {
      open = await openSession(ctx, network, claim.channel, this.#findGrant);
    } catch (error) {
      return outcomeOf(error, { tries: claim.tries, report });
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
    const outcome = await attempt({
      publish: (run) => network.publish(post, open.session, run),
      refresh: async () => {
        open = await refreshSession(ctx, network, claim.channel, open.version);
      },
      journal,
      now,
      tries: claim.tries,
      report,
      ...(claim.asking && { asks: (result: Json) => isTaken(ctx.db, claim.target_id, result) }),
      deadline: new Date(Date.parse(claim.due_at) + graceOf(claim) * 1000),
      signal,
    });
    return outcome.kind === 'held' ? { ...outcome, version: open.version } : outcome;
  }

  /** Read once: what is held against an approval is what goes out. */
  async #readMedia({ has_media, workspace_id, post_id }: Claim): Promise<MediaRow[]> {
    if (!has_media) return [];
    return (await mediaOfPosts(this.#ctx.db, workspace_id, [post_id])).get(post_id) ?? [];
  }

  /** An outcome is not lost to a database that is away for a while. */
  async #write(write: () => Promise<void>): Promise<void> {
    const { host } = this.#ctx;
    const begun = host.elapsed();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const waited = (host.elapsed() - begun) / 1000;
        if (!isUnavailable(error) || waited > 2 * store.LEASE) throw error;
        await new Promise<void>((resolve) => host.after(WRITE_AGAIN, resolve));
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

  /** Answers what people are told: the exception itself is for the log alone, which hides secrets. */
  #reportSurprise(claim: Claim, network: string, error: unknown): string {
    this.#ctx.log.error({ ...marksOf(claim), err: error }, 'the code for the network stopped unexpectedly');
    return `Belfry could not make sense of what ${network} answered. Whoever runs Belfry finds it in the log under target ${claim.target_id}.`;
  }

  /** Nothing was written: whoever holds the target now, or takes it over, settles what is open. */
  #report(claim: Claim, error: unknown): void {
    if (error instanceof LeaseLost) {
      this.#ctx.meters.leaseLost();
      this.#ctx.log.warn(marksOf(claim), 'lease lost: another worker goes on');
    } else this.#ctx.log.error({ ...marksOf(claim), err: error }, 'the outcome could not be written');
  }
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
