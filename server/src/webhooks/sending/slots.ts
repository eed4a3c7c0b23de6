/**
 * Limits how many webhooks send at once. Waiting for a slow receiver costs a socket, but no work. So a delivery frees
 * its busy slot after a second, and hanging receivers do not delay the others.
 */

/** Deliveries at once, without those that wait for a slow receiver. */
const MAX_BUSY = 128;
/** Deliveries at once, including those that wait for a slow receiver. */
const MAX_FRESH = 2048;
/** Webhooks whose last try failed have their own slots, and keep them while they wait. */
const MAX_FAILING = 64;
/** Milliseconds until a receiver counts as slow. */
const SLOW_AFTER = 1000;
/** Claim only when at least this many slots are free, so that one statement fills many. */
const MIN_CLAIM = 16;

export interface Slot {
  /** The receiver has not answered within {@link SLOW_AFTER}. */
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
    const free = Math.min(MAX_BUSY - this.#busy, MAX_FRESH - this.#fresh);
    return free >= MIN_CLAIM ? free : 0;
  }

  get failing(): number {
    return MAX_FAILING - this.#failing;
  }

  /** Disposing of the slot frees it. */
  acquire(isFailing: boolean): Slot & Disposable {
    return isFailing ? this.#acquireFailing() : this.#acquireFresh();
  }

  #acquireFailing(): Slot & Disposable {
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

  #acquireFresh(): Slot & Disposable {
    let timer: NodeJS.Timeout | undefined;
    let isSlow = false;
    this.#fresh += 1;
    this.#busy += 1;
    const freeBusySlot = () => {
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
        timer = setTimeout(freeBusySlot, SLOW_AFTER);
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
