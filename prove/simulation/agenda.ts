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
  #heap: Entry[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  in(ms: number, act: () => unknown): void {
    const entry = { at: this.now + Math.max(0, Math.ceil(ms)), tie: this.#random(), act };
    let index = this.#heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, this.#heap[parent] as Entry)) break;
      this.#heap[index] = this.#heap[parent] as Entry;
      index = parent;
    }
    this.#heap[index] = entry;
  }

  /** Runs entries until none is left, or `isOver`. Work that an entry starts completes before the next entry runs. */
  async run(isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const entry = this.#take();
      if (entry === undefined) return;
      this.now = Math.max(this.now, entry.at);
      await entry.act();
      await turn();
      // Statements written together are sent at the end of their turn.
      await turn();
    }
  }

  #take(): Entry | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let index = 0;
    for (let child = 1; child < this.#heap.length; child = 2 * index + 1) {
      const right = this.#heap[child + 1];
      if (right !== undefined && isBefore(right, this.#heap[child] as Entry)) child += 1;
      if (isBefore(last, this.#heap[child] as Entry)) break;
      this.#heap[index] = this.#heap[child] as Entry;
      index = child;
    }
    this.#heap[index] = last;
    return first;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie);
}
