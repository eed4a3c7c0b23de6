/**
 * How many may send at once. A receiver that is asked and says nothing costs a socket, not work: after a second it
 * gives up its place to others, so that no number of hanging receivers holds up those that answer.
 */

/** That are at work, or just begun. */
const BUSY = 128;
/** Together with those that wait for slow receivers. */
const ALL = 2048;
/** Of webhooks whose last try failed: they have places of their own, and keep them. */
const FAILING = 64;
/** Milliseconds. */
const SLOW = 1000;
/** Places that are free before somebody is fetched for them: one statement for many. */
const WORTHWHILE = 16;

export interface Slot {
  /** An answer has been long in coming. */
  readonly isSlow: boolean;
  begin(): void;
  end(): void;
}

export class Slots {
  #busy = 0;
  #fresh = 0;
  #failing = 0;
  readonly #onFree: () => void;

  constructor(onFree: () => void) {
    this.#onFree = onFree;
  }

  get fresh(): number {
    const free = Math.min(BUSY - this.#busy, ALL - this.#fresh);
    return free >= WORTHWHILE ? free : 0;
  }

  get failing(): number {
    return FAILING - this.#failing;
  }

  /** Free again when it is disposed of. */
  take(isFailing: boolean): Slot & Disposable {
    return isFailing ? this.#takeFailing() : this.#takeFresh();
  }

  #takeFailing(): Slot & Disposable {
    this.#failing += 1;
    return {
      isSlow: false,
      begin() {},
      end() {},
      [Symbol.dispose]: () => {
        this.#failing -= 1;
      },
    };
  }

  #takeFresh(): Slot & Disposable {
    let timer: NodeJS.Timeout | undefined;
    let isSlow = false;
    this.#fresh += 1;
    this.#busy += 1;
    const yieldPlace = () => {
      if (isSlow) return;
      isSlow = true;
      this.#busy -= 1;
      this.#onFree();
    };
    return {
      get isSlow() {
        return isSlow;
      },
      begin() {
        timer = setTimeout(yieldPlace, SLOW);
      },
      end: () => clearTimeout(timer),
      [Symbol.dispose]: () => {
        clearTimeout(timer);
        this.#fresh -= 1;
        if (!isSlow) this.#busy -= 1;
        this.#onFree();
      },
    };
  }
}
