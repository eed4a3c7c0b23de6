/** Places for answers that last: so many for one person, and so many for all, in this process. */
import type { Problem } from '../problem.ts';

interface Places {
  /** Answers how to give the place back; may be called again. Throws where there is none. */
  take(userId: number): () => void;
}

interface Most {
  ofPerson: number;
  all: number;
}

/** `refuse` says why there is none: the person has as many as they may, or all are taken. */
export function openPlaces(most: Most, refuse: (because: keyof Most) => Problem): Places {
  const counts = new Map<number, number>();
  let total = 0;
  return {
    take(userId) {
      const count = counts.get(userId) ?? 0;
      if (count >= most.ofPerson) throw refuse('ofPerson');
      if (total >= most.all) throw refuse('all');
      counts.set(userId, count + 1);
      total += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        total -= 1;
        const left = (counts.get(userId) ?? 1) - 1;
        if (left === 0) counts.delete(userId);
        else counts.set(userId, left);
      };
    },
  };
}
