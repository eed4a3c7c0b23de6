/** Shares places that are scarce between owners, so that nobody waits because another owner asks for much. */

export interface Settings {
  /** How many places there are; as many as are asked for when left out. */
  places?: number;
  /** How many tasks of one owner may be under way, however many places each takes. Further ones wait. */
  each?: number;
  /** How long a task waits; for ever when left out. */
  patience?: Patience;
}

export interface Patience {
  /** With 0, only a task that can begin at once is taken. */
  milliseconds: number;
  /** What a task that waited so long is rejected with. */
  refusal(): Error;
}

export interface Asked {
  /** Whose task it is, by identity. Tasks without an owner have one in common. */
  owner?: unknown;
  /** How many places the task takes, at most as many as there are; 1 when left out. */
  places?: number;
  /** Ends the wait, with its reason. A task that is under way goes on. */
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
  /** In the order of asking. */
  waiting: Set<Task>;
}

/**
 * A free place goes to the owner who has the fewest tasks under way; of several, to the one whose last task ended first,
 * or who came first; and of that owner to the task that asked first. By the order of asking alone, one owner's many tasks
 * would stand before everybody else's. By turns alone, an owner with slow tasks would come to hold all places. By both,
 * an owner without a task under way waits for at most one more task of each other owner.
 *
 * A task that needs more places than are free is not overtaken by those behind it: small ones would keep it waiting for
 * ever.
 */
export class FairQueue {
  #free: number;
  readonly #each: number;
  readonly #patience: Patience | undefined;
  /** Everybody who has a task here, in the order of their turns. */
  readonly #owners = new Map<unknown, Owner>();

  constructor({ places = Number.POSITIVE_INFINITY, each = Number.POSITIVE_INFINITY, patience }: Settings) {
    this.#free = places;
    this.#each = each;
    this.#patience = patience;
  }

  /** The owner has as many tasks under way as they may: a further one waits. */
  isFull(owner: unknown): boolean {
    return (this.#owners.get(owner)?.running ?? 0) >= this.#each;
  }

  /** Begins `work` when there are places for it, which it holds until it ends. */
  async run<T>(work: () => Promise<T>, asked?: Asked): Promise<T> {
    const leave = await this.take(asked);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** For work that is no single function. Answers how to give the places back, which may be called again. */
  async take({ owner, places = 1, signal }: Asked = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>();
    const task: Task = { owner: this.#find(owner), places, begin };
    const giveUp = (reason: unknown) => {
      this.#remove(task);
      reject(reason);
    };
    const abort = () => giveUp(signal?.reason);
    this.#add(task);
    const timer = this.#time(giveUp);
    signal?.addEventListener('abort', abort, { once: true });
    await begun.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    let isOver = false;
    return () => {
      if (!isOver) this.#end(task);
      isOver = true;
    };
  }

  #time(giveUp: (reason: unknown) => void): NodeJS.Timeout | undefined {
    const patience = this.#patience;
    return patience && setTimeout(() => giveUp(patience.refusal()), patience.milliseconds);
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
    // Behind all others, if there is more.
    this.#owners.delete(owner.name);
    if (!isGone(owner)) this.#owners.set(owner.name, owner);
    this.#admit();
  }

  /** Changes nothing for a task that is under way. */
  #remove(task: Task): void {
    const { owner } = task;
    owner.waiting.delete(task);
    if (isGone(owner)) this.#owners.delete(owner.name);
    // It may have stood in the way of smaller ones.
    this.#admit();
  }
}

function isGone({ running, waiting }: Owner): boolean {
  return running === 0 && waiting.size === 0;
}
