/**
 * A run that asks the network about copies that may be live, and sends nothing. It adopts a copy that the network shows.
 * All others stay in doubt. A copy that the network does not show may still be live. Repeating a send is not safe
 * either, because an attempt after the backup may have used another key than our journal has.
 */
import type { Json } from '@belfry/networks/core/json.ts';
import type { Commit, CommitOptions, Run, StepOptions, UntilOptions } from '@belfry/networks/core/run.ts';
import { askAbout } from './ask-about.ts';
import { Pause } from './ending.ts';
import { hasResult } from './entry.ts';
import type { JournaledRun } from './journaled-run.ts';

/** Whether the result that the network shows already belongs to another target. */
export type IsTaken = (result: Json) => Promise<boolean>;

export class AskingRun implements Run {
  #run: JournaledRun;
  #isTaken: IsTaken;
  #hasFound = false;

  constructor(run: JournaledRun, isTaken: IsTaken) {
    this.#run = run;
    this.#isTaken = isTaken;
  }

  async step<T extends Json>(name: string, effect: () => Promise<T> | T, options?: StepOptions): Promise<T> {
    this.#requireFoundOrDone(name);
    return this.#run.step(name, effect, options);
  }

  async until<T extends Json>(
    name: string,
    probe: () => Promise<T | null>,
    options?: UntilOptions<T>,
  ): Promise<T> {
    this.#requireFoundOrDone(name);
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

  pause(seconds: number, scope?: 'channel' | 'app'): void {
    this.#run.pause(seconds, scope);
  }

  /** Stores the result that the network shows. Throws `unconfirmed` if it shows none, or another target's. */
  async #ask<T extends Json>(
    name: string,
    kind: 'commit' | 'after',
    { reconcile }: CommitOptions<T>,
  ): Promise<void> {
    const { journal } = this.#run;
    const doubt = journal.get(name) ?? journal.doubts[0];
    const answer = doubt && reconcile && (await askAbout(reconcile, doubt));
    if (typeof answer !== 'object' || (await this.#isTaken(answer.found))) throw notShown();
    await journal.finish(name, kind, { result: answer.found });
  }

  /** Steps only prepare a send, so they do not run before a copy was found. */
  #requireFoundOrDone(name: string): void {
    if (!this.#hasFound && !this.#isDone(name)) throw notShown();
  }

  #isDone(name: string): boolean {
    const entry = this.#run.journal.get(name);
    return entry !== undefined && hasResult(entry);
  }
}

function notShown(): Pause {
  const message = 'The network does not show whether this post is live. Look there, then say whether it is.';
  return new Pause({ kind: 'unconfirmed', cause: 'not_shown', message });
}
