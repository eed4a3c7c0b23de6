/** Simulated time. Runs entries one after the other, each at its moment; no time passes in between. */
import type { Random } from '../random.ts';

const turn = () => new Promise(setImmediate);

interface Entry {
  at: number;
  /** Random order of entries at the same moment. */
  tie: number;
  act: () => unknown;
}

export class Agenda {
  /** Milliseconds since the world began: the true time, and the database's. */
  now = 0;
  #random: Random;
  /** The next one is last. */
  #entries: Entry[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  in(ms: number, act: () => unknown): void {
    const entry = { at: this.now + Math.max(0, Math.ceil(ms)), tie: this.#random(), act };
    const place = this.#entries.findLastIndex((other) => isBefore(entry, other));
    this.#entries.splice(place + 1, 0, entry);
  }

  /** Runs entries until none is left, or `isOver`. Work that an entry starts completes before the next entry runs. */
  async run(isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const entry = this.#entries.pop();
      if (entry === undefined) return;
      this.now = Math.max(this.now, entry.at);
      await entry.act();
      await turn();
      // Statements written together are sent at the end of their turn.
      await turn();
    }
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie);
}
