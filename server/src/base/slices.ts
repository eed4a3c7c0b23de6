/** Splits long work into slices. Between them the event loop runs, so that one caller's work does not block others. */
import type { Host } from './host.ts';

/**
 * Milliseconds of a slice. It ends with the step that exceeds them. A due post takes about ten turns of the event loop
 * before it is sent, one after the other, and each of them may have a slice.
 */
const SLICE_MS = 2;

/** A process has one instance, so that each turn of the event loop runs one slice of all such work. */
export class Slices {
  #host: Pick<Host, 'elapsed'>;
  #isTaken = false;
  #waiting: (() => void)[] = [];

  constructor(host: Pick<Host, 'elapsed'>) {
    this.#host = host;
  }

  /** Runs all steps of `work`. Each step must be short. */
  async walk<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      await this.#take();
      const end = this.#host.elapsed() + SLICE_MS;
      do {
        const { done, value } = work.next();
        if (done) return value;
      } while (this.#host.elapsed() < end);
    }
  }

  /** Begins a slice at once if no other slice ran in this turn; otherwise in a later turn, first come first served. */
  #take(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#begin();
    return undefined;
  }

  #begin(): void {
    this.#isTaken = true;
    setImmediate(() => {
      const next = this.#waiting.shift();
      this.#isTaken = false;
      if (next === undefined) return;
      this.#begin();
      next();
    });
  }
}
