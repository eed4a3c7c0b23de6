/** The faults of a world and their rates, drawn once per world. They stop when the world becomes calm. */
import { pick, type Random } from '../random.ts';

/** The possible faults of a call. */
export const callFaults = [
  'unreachable', // refused, and not sent
  'lost', // the connection closes before the request arrives
  'reply_lost', // received, and the connection closes before the answer arrives
  'hung', // received, but not answered
  'slow', // slow in both directions
  'received_500',
  'received_garbage',
  'error_500',
  'error_503',
  'throttle',
  'throttle_after',
  'expire', // the token expires
  'refuse', // a definite rejection
] as const;
export type CallFault = (typeof callFaults)[number];

/** Rates per call, or per operation of a worker. */
export interface Rates {
  call: number;
  database: number;
  crash: number;
  stall: number;
  skew: number;
  delay: number;
  hold: number;
}

export class Chaos {
  isOver = false;
  /** True: the database is unreachable. */
  isDatabaseUnreachable = false;
  #random: Random;
  #rates: Rates;

  constructor(random: Random, rates: Partial<Rates> = {}) {
    this.#random = random;
    const rate = (...rates: number[]) => pick(random, rates);
    // One world in twenty has no faults at all. There, everything must be published, and on time.
    const some = random() < 0.05 ? 0 : 1;
    this.#rates = {
      call: some * rate(0, 0.05, 0.2, 0.5),
      database: some * rate(0, 0, 0.01, 0.04),
      crash: some * rate(0, 0, 0.005, 0.02, 0.05),
      stall: some * rate(0, 0, 0.004, 0.015),
      skew: some * rate(0, 0, 0.005),
      delay: some * rate(0, 0, 0.02),
      // No fault, but what happens on a busy database.
      hold: rate(0, 0.02, 0.1),
      ...rates,
    };
    this.isNone = some === 0;
  }

  readonly isNone: boolean;

  drawCallFault(): CallFault | undefined {
    return this.#happens('call') ? pick(this.#random, callFaults) : undefined;
  }

  /** The connection closes before the statement takes effect, or after it. */
  drawDatabaseFault(): 'before' | 'after' | undefined {
    if (this.isDatabaseUnreachable) return 'before';
    return this.#happens('database') ? pick(this.#random, ['before', 'after'] as const) : undefined;
  }

  crashes(): boolean {
    return this.#happens('crash');
  }

  stalls(): boolean {
    return this.#happens('stall');
  }

  skews(): boolean {
    return this.#happens('skew');
  }

  /** Milliseconds from sending a statement to its effect, and as many back. */
  drawDatabaseDelay(): number {
    if (this.#happens('delay')) return this.#random() * 20_000;
    return Math.max(0, Math.floor(this.#random() * 12) - 8);
  }

  /** At which reading of the queue an operation stops. Undefined: it does not. */
  drawHold(): number | undefined {
    const holds = !this.isOver && this.#random() < this.#rates.hold;
    return holds ? 1 + Math.floor(this.#random() * this.#random() * 8) : undefined;
  }

  /** Milliseconds for which an operation stops. */
  drawHoldTime(): number {
    return this.#random() * (this.happens(0.1) ? 20_000 : 100);
  }

  happens(rate: number): boolean {
    return !this.isOver && !this.isNone && this.#random() < rate;
  }

  #happens(what: keyof Rates): boolean {
    return this.happens(this.#rates[what]);
  }
}
