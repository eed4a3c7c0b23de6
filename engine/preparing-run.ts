/** A run that stops before the first commit: it does what may be done before the time of the post. */
import type { Json } from '@belfry/networks/core/json.ts';
import type { Run, StepOptions, UntilOptions } from '@belfry/networks/core/run.ts';
import { interrupted, Pause } from './ending.ts';

export class PreparingRun implements Run {
  /** Only commits are left to do. */
  isReady = false;
  #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  step<T extends Json>(name: string, effect: () => Promise<T> | T, options?: StepOptions): Promise<T> {
    return this.#run.step(name, effect, options);
  }

  until<T extends Json>(name: string, probe: () => Promise<T | null>, options?: UntilOptions<T>): Promise<T> {
    return this.#run.until(name, probe, options);
  }

  commit(): Promise<never> {
    return this.#stop();
  }

  after(): Promise<never> {
    return this.#stop();
  }

  pause(seconds: number, scope?: 'channel' | 'app'): void {
    this.#run.pause(seconds, scope);
  }

  async #stop(): Promise<never> {
    this.isReady = true;
    throw new Pause(interrupted('Only the call that makes the post visible is left.'));
  }
}
