interface Waiting {
  taken: number;
  begin: () => void;
}

export interface Admission {
  /** Whose work it is: of several who wait, each comes in once before anybody comes in again. */
  of?: number;
  /** Places that the work takes. */
  taken?: number;
}

/** How many may be at work at once. Answers how to take part. */
export function openGate(places: number) {
  let free = places;
  // In the order of their turns.
  const waiting = new Map<number, Waiting[]>();
  const admit = () => {
    for (const [of, works] of waiting) {
      const next = works[0];
      if (next === undefined || next.taken > free) return;
      waiting.delete(of);
      if (works.length > 1) waiting.set(of, works.slice(1));
      free -= next.taken;
      next.begin();
    }
  };
  return async <T>(work: () => Promise<T>, { of = 0, taken = 1 }: Admission = {}): Promise<T> => {
    await new Promise<void>((begin) => {
      const works = waiting.get(of) ?? [];
      works.push({ taken, begin });
      waiting.set(of, works);
      admit();
    });
    try {
      return await work();
    } finally {
      free += taken;
      admit();
    }
  };
}
