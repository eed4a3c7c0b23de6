/**
 * The run that adapters get. It returns the stored results of finished work, and settles a commit in doubt before it runs
 * anything else.
 */
import { cleanWait, type NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Json } from '@belfry/networks/core/json.ts';
import {
  type Commit,
  type CommitOptions,
  Ended,
  type Run,
  type StepOptions,
  type UntilOptions,
} from '@belfry/networks/core/run.ts';
import { askAbout } from './ask-about.ts';
import { AttemptJournal, isInDoubt } from './attempt-journal.ts';
import {
  guard,
  inDoubt,
  interrupted,
  laterBy,
  outcomeOf,
  Pause,
  stayWaiting,
  unconfirmed,
  unfinished,
  withinDeadline,
} from './ending.ts';
import { type Entry, earlierSendsOf, hasResult } from './entry.ts';
import { isDefiniteError, isDuplicate, isExpected, isExpired, isPassing, isRefusal } from './errors.ts';
import { backOff, isOver, type Outcome, type Over, type Pauses } from './outcome.ts';
import type { RunInput } from './run-input.ts';
import { MediaUnusable } from './unusable.ts';

/** Seconds for which Belfry keeps asking a network that answers `unknown`. */
const DOUBT_TIMEOUT = 900;
/** Seconds until the first check of a new doubt. A short outage may then be over, and a person does not wait long. */
const FIRST_CHECK = 1;
/** Seconds within which a stored intent must be sent. After that, another worker may have the target. */
const MAX_SEND_DELAY = 5;
/** The network may lose the result of a step so many times. */
const MAX_LOSSES = 2;
/** Seconds until a lost step is made again. */
const RESTART_DELAY = 5;

/** A commit that is about to be sent. */
interface Sending {
  entry: Entry;
  /** When the run decided to send. It wrote the intent to the journal after that. */
  decided: Date;
  /** When the previous send began. For the first send, its own time. */
  previous: Date;
  send: 'first' | 'repeat';
}

export class JournaledRun implements Run {
  #input: RunInput;
  readonly journal: AttemptJournal;
  readonly #pauses: Pauses = { channel: 0, app: 0 };

  constructor(input: RunInput, entries: Entry[]) {
    this.#input = input;
    this.journal = new AttemptJournal(input.journal, entries, input.now);
  }

  /** The outcome when the network has lost what a step made: the next attempt makes it again. */
  async restart({ step, message }: Ended): Promise<Outcome> {
    const entry = this.journal.get(step);
    if (this.journal.doubts.length > 0) return inDoubt(backOff(this.#input.tries));
    if (entry?.state !== 'done' || entry.sends > MAX_LOSSES) {
      return { kind: 'failed', code: 'network_unavailable', message };
    }
    await this.journal.forget(step, true);
    const because = 'processing';
    return { kind: 'later', seconds: RESTART_DELAY, because, message, pauses: 'target' };
  }

  async step<T extends Json>(
    name: string,
    effect: () => Promise<T> | T,
    { keeps = Number.POSITIVE_INFINITY, sealed }: StepOptions = {},
  ): Promise<T> {
    const entry = this.journal.get(name);
    if (entry?.state === 'done') {
      if (this.#age(entry) < keeps || this.journal.after(name).some(isInDoubt)) return entry.result as T;
      await this.journal.forget(name, false);
    }
    this.#requireRunning();
    const result = await effect();
    await this.journal.finish(name, 'step', { result, ...(sealed && { sealed }) });
    return result;
  }

  async until<T extends Json>(
    name: string,
    probe: () => Promise<T | null>,
    { of, otherwise, ...times }: UntilOptions<T> = {},
  ): Promise<T> {
    const entry = this.journal.get(name) ?? (await this.journal.open(name, 'until'));
    if (entry.state === 'done') return entry.result as T;
    this.#requireRunning();
    const ask = async () => (await probe()) ?? stayWaiting(name, this.#age(entry), times);
    const result = await ask().catch((error) => this.#endWait(error, of, otherwise));
    if (of !== undefined) await this.journal.confirm(of);
    await this.journal.finish(name, 'until', { result });
    return result;
  }

  /** The result of a wait that the error ends. Throws if it does not end it, or if there is no result. */
  async #endWait<T>(error: unknown, of: string | undefined, otherwise: T | undefined): Promise<T> {
    // The network has dropped what it had accepted: nothing is live.
    const isDropped = of !== undefined && isRefusal(error);
    if (isDropped) await this.journal.clear(of);
    if (isDropped || (of ?? otherwise) === undefined) throw error;
    const { kind } = this.#requireEnd(error);
    if (otherwise !== undefined) return otherwise;
    if (of === undefined || kind === 'held') throw error;
    await this.journal.reopen(of);
    throw new Pause(unfinished());
  }

  async commit<T extends Json>(name: string, effect: Commit<T>, options: CommitOptions<T> = {}): Promise<T> {
    return this.#commit(name, 'commit', this.journal.get(name), effect, options);
  }

  async after<T extends Json>(
    name: string,
    effect: Commit<T>,
    options: CommitOptions<T> = {},
  ): Promise<T | null> {
    const entry = this.journal.get(name);
    try {
      return await this.#commit(name, 'after', entry, effect, options);
    } catch (error) {
      const { message } = this.#requireEnd(error);
      await this.journal.finish(name, 'after', { result: null, warning: `${name}: ${message}` });
      return null;
    }
  }

  /** How the error would end the target. Throws it if it does not: another attempt may succeed. */
  #requireEnd(error: unknown): Over {
    if (error instanceof Ended) throw error;
    const outcome = this.#withinDeadline(outcomeOf(error, this.#input));
    if (!isOver(outcome) || this.#input.signal.aborted || isExpired(error)) throw error;
    return outcome;
  }

  pause(seconds: number, scope: 'channel' | 'app' = 'channel'): void {
    this.#pauses[scope] = Math.max(this.#pauses[scope], cleanWait(seconds) ?? 0);
  }

  /** The outcome of the attempt, with the pauses that the network asked for. */
  close(outcome: Outcome): Outcome {
    const { channel, app } = this.#pauses;
    const closed = this.#withinDeadline(outcome);
    return channel + app === 0 ? closed : { ...closed, pauseAfter: { channel, app } };
  }

  #withinDeadline(outcome: Outcome): Outcome {
    return withinDeadline(outcome, this.#input, this.journal.doubts.length > 0);
  }

  async #commit<T extends Json>(
    name: string,
    kind: 'commit' | 'after',
    entry: Entry | undefined,
    effect: Commit<T>,
    options: CommitOptions<T>,
  ): Promise<T> {
    if (entry !== undefined && hasResult(entry)) return entry.result as T;
    if (entry !== undefined) return this.#settle(entry, effect, options);
    await this.#requireSend(kind, options.counts);
    const decided = this.#input.now();
    const opened = await this.journal.open(name, kind);
    return this.#send({ entry: opened, decided, previous: opened.lastAt, send: 'first' }, effect, options);
  }

  /** Settles a commit in doubt: repeats it while the network keeps our key, else asks the network, else gives up. */
  async #settle<T extends Json>(entry: Entry, effect: Commit<T>, options: CommitOptions<T>): Promise<T> {
    if (this.#age(entry) < (options.repeatableFor ?? 0))
      return this.#resend(entry, effect, options, 'repeat');
    if (options.reconcile === undefined) throw new Pause(unconfirmed());
    const answer = await askAbout(options.reconcile, entry);
    if (typeof answer === 'object') {
      await this.journal.finish(entry.name, entry.kind, { result: answer.found });
      return answer.found;
    }
    if (answer === 'absent') {
      const secondsUntilProof = (options.visibleAfter ?? 0) - this.#age(entry, entry.lastAt);
      if (secondsUntilProof > 0) throw new Pause(inDoubt(secondsUntilProof));
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
    await this.#requireSend(entry.kind === 'after' ? 'after' : 'commit', options.counts);
    const decided = this.#input.now();
    const resent = await this.journal.resend(entry.name);
    const isKeyForgotten = send === 'repeat' && this.#age(resent) >= (options.repeatableFor ?? 0);
    if (isKeyForgotten) throw new Pause(inDoubt(FIRST_CHECK));
    return this.#send({ entry: resent, decided, previous: entry.lastAt, send }, effect, options);
  }

  /**
   * `first`: no earlier send is thought to be live, so a definite fault proves that nothing is. But a list may have lagged: a
   * fault that says nothing about the content keeps the earlier send, of which the content may be called a duplicate.
   * `repeat`: an earlier send is in doubt, and only a refusal of this very content settles it.
   */
  async #send<T extends Json>(sending: Sending, effect: Commit<T>, options: CommitOptions<T>): Promise<T> {
    const { entry, decided, send } = sending;
    // If the process stood still since it decided, `resend` checks that this attempt still has the lease.
    const waited = this.#input.now().getTime() - decided.getTime();
    if (waited > MAX_SEND_DELAY * 1000) return this.#resend(entry, effect, options, send);
    let result: T;
    try {
      result = await effect(entry.key, earlierSendsOf(entry));
    } catch (error) {
      return this.#settleError(sending, options, error);
    }
    await this.journal.finish(entry.name, entry.kind, { result });
    return result;
  }

  async #settleError<T extends Json>(
    sending: Sending,
    options: CommitOptions<T>,
    error: unknown,
  ): Promise<T> {
    const { entry, send } = sending;
    if (!isExpected(error)) this.#input.report(error);
    if (!isDefiniteError(error)) throw this.#doubt(options);
    if (isDuplicate(error) && entry.sends > 1) return this.#settleDuplicate(entry, options);
    if (send === 'repeat' && isRefusal(error)) return this.#settleRefused(sending, options, error);
    if (send === 'first' && (entry.sends === 1 || !isPassing(error))) await this.journal.clear(entry.name);
    throw send === 'repeat' && error instanceof MediaUnusable ? this.#doubt(options) : error;
  }

  /** An earlier send may have made what the network calls a duplicate. A list that does not show it yet proves nothing. */
  async #settleDuplicate<T extends Json>(entry: Entry, { reconcile }: CommitOptions<T>): Promise<T> {
    if (reconcile === undefined) throw new Pause(unconfirmed());
    const answer = await askAbout(reconcile, entry);
    if (typeof answer !== 'object') throw this.#undecided(entry);
    await this.journal.finish(entry.name, entry.kind, { result: answer.found });
    return answer.found;
  }

  /** A network that validates before it checks our key also refuses a post that is live, so `reconcile` decides. */
  async #settleRefused<T extends Json>(
    { entry, previous }: Sending,
    { reconcile, visibleAfter = 0 }: CommitOptions<T>,
    refusal: NetworkFault | Ended,
  ): Promise<T> {
    const answer = reconcile && (await askAbout(reconcile, entry));
    if (typeof answer === 'object') {
      await this.journal.finish(entry.name, entry.kind, { result: answer.found });
      return answer.found;
    }
    if (answer === 'unknown') throw this.#undecided(entry);
    // The refused send made nothing visible. An earlier send may still become visible.
    if (answer === 'absent' && this.#age(entry, previous) < visibleAfter)
      throw new Pause(inDoubt(visibleAfter));
    await this.journal.clear(entry.name);
    throw refusal;
  }

  #undecided(entry: Entry): Pause {
    return new Pause(this.#age(entry) < DOUBT_TIMEOUT ? inDoubt(backOff(this.#input.tries)) : unconfirmed());
  }

  /** The first check comes soon: a copy that is found settles the doubt. Only absence needs time to be a proof. */
  #doubt<T>({ repeatableFor = 0, reconcile }: CommitOptions<T>): Pause {
    if (repeatableFor <= 0 && reconcile === undefined) return new Pause(unconfirmed());
    return new Pause(inDoubt(Math.max(FIRST_CHECK, backOff(this.#input.tries))));
  }

  /** Seconds from `since` until now, or until the entry's last send if our clock lags behind that. */
  #age({ firstAt, lastAt }: Entry, since = firstAt): number {
    return (Math.max(this.#input.now().getTime(), lastAt.getTime()) - since.getTime()) / 1000;
  }

  /** Nothing begins in a process that stops. */
  #requireRunning(): void {
    if (this.#input.signal.aborted) throw new Pause(interrupted());
  }

  async #requireSend(kind: 'commit' | 'after', units = 1): Promise<void> {
    this.#requireRunning();
    const wait = this.#input.countSend && (await guard(this.#input.countSend(units, kind)));
    if (wait) throw new Pause(laterBy(wait));
  }
}
