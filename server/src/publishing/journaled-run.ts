/**
 * The journal as adapters see it: finished work answers from storage, and a commit in doubt is settled
 * before anything else runs.
 */
import { isDefinite, NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Json } from '@belfry/networks/core/json.ts';
import type { Commit, CommitOptions, Run, UntilOptions } from '@belfry/networks/core/run.ts';
import { MediaUnusable } from '../media/unusable.ts';
import type { FailureContext } from './ending.ts';
import { guard, inDoubt, interrupted, outcomeOf, Pause, unconfirmed } from './ending.ts';
import type { Entry, EntryKind, Journal } from './entry.ts';
import type { Outcome } from './outcome.ts';
import { backOff } from './outcome.ts';

export interface RunInput extends FailureContext {
  journal: Journal;
  /** The database's time; it may be behind, as after a standstill, and must never be ahead. */
  now(): Date;
  /** After this moment nothing is put off any more. */
  deadline: Date;
  signal: AbortSignal;
}

/** Seconds for which a network that cannot tell is asked again. */
const DOUBT_PATIENCE = 900;
/** Seconds before a fresh doubt is looked at: long enough for a blip, short enough for a person watching. */
const FIRST_LOOK = 1;
/** Seconds within which a stored intent is sent. Later the target may be another worker's. */
const SEND_WITHIN = 5;
const UNTIL_EVERY = 5;
const UNTIL_WITHIN = 1800;

/** A call about to be made visible. */
interface Sending {
  entry: Entry;
  /** When it was decided to send. */
  asked: Date;
  /** When the one before it was sent; for the first its own time. */
  before: Date;
  send: 'first' | 'repeat';
}

export class JournaledRun implements Run {
  readonly signal: AbortSignal;
  #input: RunInput;
  #entries: Map<string, Entry>;
  #lastCommit: string | undefined;

  constructor(input: RunInput, entries: Entry[]) {
    this.#input = input;
    this.signal = input.signal;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** Undefined: nothing of that name was begun. */
  entryOf(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  /** Commits whose outcome is not known. */
  get doubts(): Entry[] {
    return [...this.#entries.values()].filter((entry) => isCommit(entry) && entry.state === 'open');
  }

  /** Stores what the network was found to have made of it. */
  adopt(name: string, kind: 'commit' | 'after', result: Json): Promise<void> {
    return this.#finish(name, kind, result);
  }

  get warnings(): string[] {
    return [...this.#entries.values()].flatMap(({ warning }) => (warning === null ? [] : [warning]));
  }

  async step<T extends Json>(name: string, effect: () => Promise<T> | T): Promise<T> {
    const entry = this.#entries.get(name);
    if (entry?.state === 'done') return entry.result as T;
    const result = await effect();
    await this.#finish(name, 'step', result);
    return result;
  }

  async until<T extends Json>(
    name: string,
    probe: () => Promise<T | null>,
    { every = UNTIL_EVERY, within = UNTIL_WITHIN }: UntilOptions = {},
  ): Promise<T> {
    const entry = this.#entries.get(name) ?? (await this.#open(name, 'until'));
    if (entry.state === 'done') return entry.result as T;
    const result = await this.#probe(probe);
    if (result !== null) {
      await this.#finish(name, 'until', result);
      return result;
    }
    const message = `Waiting for the network: ${name}.`;
    if (this.#age(entry) < within) {
      throw new Pause({ kind: 'later', seconds: every, because: 'processing', message, pauses: 'target' });
    }
    throw new Pause({
      kind: 'failed',
      code: 'processing_timeout',
      message: `The network had not finished “${name}” after ${Math.round(within / 60)} minutes.`,
    });
  }

  async commit<T extends Json>(name: string, effect: Commit<T>, options: CommitOptions<T> = {}): Promise<T> {
    const entry = this.#entries.get(name);
    const result = await this.#commit(name, 'commit', entry, effect, options);
    this.#lastCommit = name;
    return result;
  }

  async after<T extends Json>(
    name: string,
    effect: Commit<T>,
    options: CommitOptions<T> = {},
  ): Promise<T | null> {
    const entry = this.#entries.get(name);
    try {
      return await this.#commit(name, 'after', entry, effect, options);
    } catch (error) {
      const outcome = this.withinDeadline(outcomeOf(error, this.#input));
      if (!isOver(outcome) || this.signal.aborted || isExpired(error)) throw error;
      await this.#finish(name, 'after', null, `${name}: ${outcome.message}`);
      return null;
    }
  }

  /** Past its deadline nothing waits any longer: what may be live is unconfirmed, the rest has failed. */
  withinDeadline(outcome: Outcome): Outcome {
    if (outcome.kind !== 'later' || outcome.because === 'interrupted') return outcome;
    const then = this.#input.now().getTime() + outcome.seconds * 1000;
    if (then <= this.#input.deadline.getTime()) return outcome;
    if (this.doubts.length > 0) return unconfirmed();
    return { kind: 'failed', code: 'network_unavailable', message: `Given up: ${outcome.message}` };
  }

  async #commit<T extends Json>(
    name: string,
    kind: 'commit' | 'after',
    entry: Entry | undefined,
    effect: Commit<T>,
    options: CommitOptions<T>,
  ): Promise<T> {
    if (entry?.state === 'done') return entry.result as T;
    if (entry !== undefined) return this.#settle(entry, effect, options);
    this.#stopIfAborted();
    const asked = this.#input.now();
    const opened = await this.#open(name, kind);
    return this.#send({ entry: opened, asked, before: opened.lastAt, send: 'first' }, effect, options);
  }

  /** A commit in doubt: by the network's memory of our key, else by asking, else it stays unknown. */
  async #settle<T extends Json>(entry: Entry, effect: Commit<T>, options: CommitOptions<T>): Promise<T> {
    if (this.#age(entry) < (options.repeatableFor ?? 0))
      return this.#resend(entry, effect, options, 'repeat');
    if (options.reconcile === undefined) throw new Pause(unconfirmed());
    const found = await options.reconcile({ key: entry.key, since: entry.firstAt });
    if (typeof found === 'object') {
      await this.#finish(entry.name, entry.kind, found.found);
      return found.found;
    }
    if (found === 'absent') {
      const hidden = (options.visibleAfter ?? 0) - this.#age(entry, entry.lastAt);
      if (hidden > 0) throw new Pause(inDoubt(hidden));
      return this.#resend(entry, effect, options, 'first');
    }
    throw this.#undecided(entry);
  }

  async #resend<T extends Json>(
    entry: Entry,
    effect: Commit<T>,
    options: CommitOptions<T>,
    send: 'first' | 'repeat',
  ): Promise<T> {
    this.#stopIfAborted();
    const asked = this.#input.now();
    const again = await guard(this.#input.journal.resend(entry.name));
    this.#entries.set(entry.name, again);
    const isForgotten = send === 'repeat' && this.#age(again) >= (options.repeatableFor ?? 0);
    if (isForgotten) throw new Pause(inDoubt(FIRST_LOOK));
    return this.#send({ entry: again, asked, before: entry.lastAt, send }, effect, options);
  }

  /**
   * `first`: nothing is live yet, so that any definite fault proves it still is not.
   * `repeat`: an earlier send is in doubt; only a refusal of this very content settles it.
   */
  async #send<T extends Json>(sending: Sending, effect: Commit<T>, options: CommitOptions<T>): Promise<T> {
    const { entry, asked, send } = sending;
    // Who stood still in between asks again whether the target is still theirs.
    const waited = this.#input.now().getTime() - asked.getTime();
    if (waited > SEND_WITHIN * 1000) return this.#resend(entry, effect, options, send);
    let result: T;
    try {
      result = await effect(entry.key);
    } catch (error) {
      if (!isNamed(error)) this.#input.report(error);
      if (!isDefiniteError(error)) throw this.#doubt(options);
      if (send === 'repeat' && isRejected(error)) return this.#settleRefused(sending, options, error);
      if (send === 'first') await this.#clear(entry.name);
      throw send === 'repeat' && error instanceof MediaUnusable ? this.#doubt(options) : error;
    }
    await this.#finish(entry.name, entry.kind, result);
    return result;
  }

  /** Whoever validates before it looks at our key refuses also what is live: where it can be asked, that decides. */
  async #settleRefused<T extends Json>(
    { entry, before }: Sending,
    { reconcile, visibleAfter = 0 }: CommitOptions<T>,
    refusal: NetworkFault,
  ): Promise<T> {
    const found = await reconcile?.({ key: entry.key, since: entry.firstAt });
    if (typeof found === 'object') {
      await this.#finish(entry.name, entry.kind, found.found);
      return found.found;
    }
    if (found === 'unknown') throw this.#undecided(entry);
    // What was refused just now made nothing: the sends before it are what may still show.
    if (found === 'absent' && this.#age(entry, before) < visibleAfter) throw new Pause(inDoubt(visibleAfter));
    await this.#clear(entry.name);
    throw refusal;
  }

  #undecided(entry: Entry): Pause {
    return new Pause(this.#age(entry) < DOUBT_PATIENCE ? inDoubt(backOff(this.#input.tries)) : unconfirmed());
  }

  /** The first look comes soon: what is found is settled, and only absence needs time to prove anything. */
  #doubt<T>({ repeatableFor = 0, reconcile }: CommitOptions<T>): Pause {
    if (repeatableFor <= 0 && reconcile === undefined) return new Pause(unconfirmed());
    return new Pause(inDoubt(Math.max(FIRST_LOOK, backOff(this.#input.tries))));
  }

  /** A refusal read after a commit means that the network took back what it had taken: nothing is live. */
  async #probe<T>(probe: () => Promise<T | null>): Promise<T | null> {
    try {
      return await probe();
    } catch (error) {
      if (isRejected(error) && this.#lastCommit !== undefined) await this.#clear(this.#lastCommit);
      throw error;
    }
  }

  /** Seconds. It is at least as late as the latest moment that the database wrote down. */
  #age({ firstAt, lastAt }: Entry, since = firstAt): number {
    return (Math.max(this.#input.now().getTime(), lastAt.getTime()) - since.getTime()) / 1000;
  }

  #stopIfAborted(): void {
    if (this.signal.aborted) throw new Pause(interrupted());
  }

  async #open(name: string, kind: EntryKind): Promise<Entry> {
    const entry = await guard(this.#input.journal.open(name, kind));
    this.#entries.set(name, entry);
    return entry;
  }

  async #finish(name: string, kind: EntryKind, result: Json, warning?: string): Promise<void> {
    await guard(this.#input.journal.finish(name, kind, result, warning));
    const now = this.#input.now();
    const entry = this.#entries.get(name) ?? { name, kind, key: '', firstAt: now, lastAt: now, sends: 0 };
    this.#entries.set(name, { ...entry, state: 'done', result, warning: warning ?? null });
  }

  async #clear(name: string): Promise<void> {
    await guard(this.#input.journal.clear(name));
    this.#entries.delete(name);
  }
}

function isRejected(error: unknown): error is NetworkFault {
  return error instanceof NetworkFault && error.fault.kind === 'rejected';
}

function isNamed(error: unknown): boolean {
  return error instanceof MediaUnusable || error instanceof NetworkFault;
}

/** Proves that this send had no effect: a file that ends early leaves a request that no network can take for whole. */
function isDefiniteError(error: unknown): boolean {
  return error instanceof MediaUnusable || (error instanceof NetworkFault && isDefinite(error.fault));
}

function isCommit(entry: Entry): boolean {
  return entry.kind === 'commit' || entry.kind === 'after';
}

function isOver(outcome: Outcome): outcome is Extract<Outcome, { kind: 'failed' | 'held' | 'unconfirmed' }> {
  return outcome.kind !== 'later' && outcome.kind !== 'published';
}

function isExpired(error: unknown): boolean {
  return error instanceof NetworkFault && error.fault.kind === 'expired';
}
