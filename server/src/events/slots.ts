/** Limits the long answers that this process sends at once, for one person and for all. */
import type { Problem } from '../base/problem.ts';

interface Slots {
  /** Returns a function that releases the slot; further calls of it do nothing. Throws if there is no free slot. */
  acquire(userId: number): () => void;
}

interface Limits {
  perPerson: number;
  all: number;
}

/** `refuse` gets the limit that was reached, and returns the error. */
export function openSlots(limits: Limits, refuse: (limit: keyof Limits) => Problem): Slots {
  const counts = new Map<number, number>();
  let total = 0;
  return {
    acquire(userId) {
      const count = counts.get(userId) ?? 0;
      if (count >= limits.perPerson) throw refuse('perPerson');
      if (total >= limits.all) throw refuse('all');
      counts.set(userId, count + 1);
      total += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        total -= 1;
        const left = (counts.get(userId) ?? 1) - 1;
        if (left === 0) counts.delete(userId);
        else counts.set(userId, left);
      };
    },
  };
}
