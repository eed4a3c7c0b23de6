/**
 * A queue with a limited number of places. It shares them fairly, so that one owner's many tasks do not delay the
 * others.
 */

export interface Settings {
  /** Total number of places; the default is no limit. */
  places?: number;
  /** Tasks of one owner that may run at once, whatever number of places each needs. The default is no limit. */
  each?: number;
  /** The longest wait of a task. The default is no limit. */
  timeout?: Timeout;
}

export interface Timeout {
  /** With 0, the queue refuses a task that cannot begin at once. */
  milliseconds: number;
  /** The error for a task that waited too long. */
  refusal(): Error;
}

export interface TaskOptions {
  /** The owner of the task, compared by identity. Tasks without an owner share one. */
  owner?: unknown;
  /** Places that the task needs, at most the total; the default is 1. */
  places?: number;
  /** Ends the wait with its reason. It does not stop a task that has begun. */
  signal?: AbortSignal;
}

interface Task {
  owner: Owner;
  places: number;
  begin(): void;
}

interface Owner {
  name: unknown;
  running: number;
  /** In the order in which they were added. */
  waiting: Set<Task>;
}

/**
 * A free place goes to the owner with the fewest running tasks. Among equals it goes to the owner whose last task ended
 * first, or who came first. That owner's oldest task begins. First-in-first-out alone would put one owner's many tasks
 * before all others. Round-robin alone would let an owner with slow tasks occupy all places. With both rules, an owner
 * without a running task waits for at most one more task of each other owner.
 *
 * Later tasks do not overtake a task that needs more places than are free. Otherwise small tasks could delay a large one
 * for ever.
 */
export class FairQueue {
  #free: number;
  readonly #each: number;
  readonly #timeout: Timeout | undefined;
  /** All owners with a task, in the order of their turns. */
  readonly #owners = new Map<unknown, Owner>();

  constructor({ places = Number.POSITIVE_INFINITY, each = Number.POSITIVE_INFINITY, timeout }: Settings) {
    this.#free = places;
    this.#each = each;
    this.#timeout = timeout;
  }

  /** The owner has the maximum of running tasks, so another task would wait. */
  isFull(owner: unknown): boolean {
    return (this.#owners.get(owner)?.running ?? 0) >= this.#each;
  }

  /** Runs `work` as soon as there are places for it, and frees them when it ends. */
  async run<T>(work: () => Promise<T>, options?: TaskOptions): Promise<T> {
    const leave = await this.take(options);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** For work that is not a single function. Returns a function that frees the places. A second call does nothing. */
  async take({ owner, places = 1, signal }: TaskOptions = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      resolve();
    };
    const task: Task = { owner: this.#find(owner), places, begin };
    const giveUp = (reason: unknown) => {
      this.#remove(task);
      reject(reason);
    };
    const abort = () => giveUp(signal?.reason);
    this.#add(task);
    if (!hasBegun) {
      const timer = this.#time(giveUp);
      signal?.addEventListener('abort', abort, { once: true });
      await begun.finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
    }
    let isOver = false;
    return () => {
      if (!isOver) this.#end(task);
      isOver = true;
    };
  }

  #time(giveUp: (reason: unknown) => void): NodeJS.Timeout | undefined {
    const timeout = this.#timeout;
    return timeout && setTimeout(() => giveUp(timeout.refusal()), timeout.milliseconds);
  }

  #find(name: unknown): Owner {
    return this.#owners.get(name) ?? { name, running: 0, waiting: new Set() };
  }

  #add(task: Task): void {
    task.owner.waiting.add(task);
    this.#owners.set(task.owner.name, task.owner);
    this.#admit();
  }

  #admit(): void {
    for (let task = this.#findNext(); task && task.places <= this.#free; task = this.#findNext()) {
      task.owner.waiting.delete(task);
      task.owner.running += 1;
      this.#free -= task.places;
      task.begin();
    }
  }

  #findNext(): Task | undefined {
    let next: Owner | undefined;
    for (const owner of this.#owners.values()) {
      const mayBegin = owner.waiting.size > 0 && owner.running < this.#each;
      if (mayBegin && (next === undefined || owner.running < next.running)) next = owner;
    }
    return next?.waiting.values().next().value;
  }

  #end({ owner, places }: Task): void {
    this.#free += places;
    owner.running -= 1;
    // Moves an owner with more tasks behind all others.
    this.#owners.delete(owner.name);
    if (!isIdle(owner)) this.#owners.set(owner.name, owner);
    this.#admit();
  }

  /** Removes a waiting task. */
  #remove(task: Task): void {
    const { owner } = task;
    owner.waiting.delete(task);
    if (isIdle(owner)) this.#owners.delete(owner.name);
    // Smaller tasks may have waited behind it.
    this.#admit();
  }
}

function isIdle({ running, waiting }: Owner): boolean {
  return running === 0 && waiting.size === 0;
}
