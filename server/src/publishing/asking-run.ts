/**
 * A publish that sends nothing: for copies that may be live though nothing of ours can tell. The key that we remember
 * may have been given up since for another one, so not even a repetition is safe, and that the network does not show
 * the post proves nothing. What it shows is adopted; the rest stays in doubt.
 */
import type { Json } from '@belfry/networks/core/json.ts';
import type { Commit, CommitOptions, Run, UntilOptions } from '@belfry/networks/core/run.ts';
import { Pause } from './ending.ts';
import type { JournaledRun } from './journaled-run.ts';

/** Whether what was found is another target's. */
export type IsTaken = (result: Json) => Promise<boolean>;

export class AskingRun implements Run {
  readonly signal: AbortSignal;
  #run: JournaledRun;
  #isTaken: IsTaken;
  #hasFound = false;

  constructor(run: JournaledRun, isTaken: IsTaken) {
    this.signal = run.signal;
    this.#run = run;
    this.#isTaken = isTaken;
  }

  async step<T extends Json>(name: string, effect: () => Promise<T> | T): Promise<T> {
    this.#requireUse(name);
    return this.#run.step(name, effect);
  }

  async until<T extends Json>(
    name: string,
    probe: () => Promise<T | null>,
    options?: UntilOptions,
  ): Promise<T> {
    this.#requireUse(name);
    return this.#run.until(name, probe, options);
  }

  async commit<T extends Json>(name: string, effect: Commit<T>, options: CommitOptions<T> = {}): Promise<T> {
    if (!this.#isDone(name)) await this.#ask(name, 'commit', options);
    this.#hasFound = true;
    return this.#run.commit(name, effect, options);
  }

  async after<T extends Json>(
    name: string,
    effect: Commit<T>,
    options: CommitOptions<T> = {},
  ): Promise<T | null> {
    if (!this.#isDone(name)) await this.#ask(name, 'after', options);
    return this.#run.after(name, effect, options);
  }

  /** Leaves it done. */
  async #ask<T extends Json>(
    name: string,
    kind: 'commit' | 'after',
    { reconcile }: CommitOptions<T>,
  ): Promise<void> {
    const doubt = this.#run.entryOf(name) ?? this.#run.doubts[0];
    const found = doubt && (await reconcile?.({ key: doubt.key, since: doubt.firstAt }));
    if (typeof found !== 'object' || (await this.#isTaken(found.found))) throw unfound();
    await this.#run.adopt(name, kind, found.found);
  }

  /** Before anything is found, work towards sending is idle; afterwards the rest may go on. */
  #requireUse(name: string): void {
    if (!this.#hasFound && !this.#isDone(name)) throw unfound();
  }

  #isDone(name: string): boolean {
    return this.#run.entryOf(name)?.state === 'done';
  }
}

function unfound(): Pause {
  const message = 'The network cannot tell whether this is live: look there before you retry.';
  return new Pause({ kind: 'unconfirmed', message });
}
