/** Long work in slices: after each the event loop is given back, so that no caller's work stops the others'. */
import type { Host } from './host.ts';

/** Milliseconds after which a slice ends with the next step. */
const SLICE = 10;

/** One for all such work of a process: a turn of the event loop has room for one slice, whosever it is. */
export class Slices {
  #host: Pick<Host, 'elapsed'>;
  #isTaken = false;
  #waiting: (() => void)[] = [];

  constructor(host: Pick<Host, 'elapsed'>) {
    this.#host = host;
  }

  /** Takes the steps of `work` to the end; each must be short by itself. */
  async walk<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      await this.#take();
      const end = this.#host.elapsed() + SLICE;
      do {
        const { done, value } = work.next();
        if (done) return value;
      } while (this.#host.elapsed() < end);
    }
  }

  /** At once where nothing else has run in this turn; else in a later one, in the order of asking. */
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

/** Takes the steps of work that is short as a whole. */
export function walkAtOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
