/** Whose turn it is to download: so many at once in this process, and of one person so many, waiting ones included. */
import { Problem } from '../problem.ts';

const PLACES = 16;
const EACH = 4;
/** Milliseconds that are waited for a place. The time for the download itself begins when it has one. */
const PATIENCE = 20_000;
/** Seconds after which one who found no place may try again: by then those under way have ended. */
const TRY_AGAIN = 20;

/** To be disposed of when all is done that is to be counted. */
export interface Turn extends Disposable {
  /** Begins when there is a place. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface Turns {
  /** Throws `rate_limited` when the person has as many already. */
  join(userId: number): Turn;
}

interface Waiting {
  userId: number;
  begin(): void;
}

export function openTurns({ places = PLACES, each = EACH, patience = PATIENCE } = {}): Turns {
  const joined = new Map<number, number>();
  const running = new Map<number, number>();
  const waiting = new Set<Waiting>();
  let free = places;
  const admit = () => {
    // Who has the fewest goes first: many files of one person hold up nobody who has one.
    const next = [...waiting].reduce<Waiting | undefined>(
      (best, one) => (best === undefined || at(running, one.userId) < at(running, best.userId) ? one : best),
      undefined,
    );
    if (next === undefined || free === 0) return;
    waiting.delete(next);
    free -= 1;
    count(running, next.userId, 1);
    next.begin();
  };
  const enter = (userId: number) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const one = { userId, begin };
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(tooMany(places));
      }, patience);
      waiting.add(one);
      admit();
    });
  const leave = (userId: number) => {
    free += 1;
    count(running, userId, -1);
    admit();
  };
  return {
    join(userId) {
      if (at(joined, userId) >= each) throw tooManyOfPerson(each);
      count(joined, userId, 1);
      return {
        async run(work) {
          await enter(userId);
          return work().finally(() => leave(userId));
        },
        [Symbol.dispose]: () => count(joined, userId, -1),
      };
    },
  };
}

function at(counts: ReadonlyMap<number, number>, userId: number): number {
  return counts.get(userId) ?? 0;
}

function count(counts: Map<number, number>, userId: number, by: 1 | -1): void {
  const now = at(counts, userId) + by;
  if (now === 0) counts.delete(userId);
  else counts.set(userId, now);
}

function tooManyOfPerson(each: number): Problem {
  const message = `You have ${each} files from links on their way, over all keys, sessions and workspaces; wait until one has arrived.`;
  return new Problem('rate_limited', { message });
}

function tooMany(places: number): Problem {
  const message = `Files from ${places} links are being downloaded, as many as this server takes; try again in ${TRY_AGAIN} s.`;
  return new Problem('unavailable', { message, headers: { 'retry-after': `${TRY_AGAIN}` } });
}
