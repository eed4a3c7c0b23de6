/** How many may be at work at once. Answers how to take part, in the order of arrival. */
export function openGate(places: number) {
  let free = places;
  const waiting: { taken: number; begin: () => void }[] = [];
  const admit = () => {
    for (let next = waiting[0]; next && next.taken <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.taken;
      next.begin();
    }
  };
  return async <T>(work: () => Promise<T>, taken = 1): Promise<T> => {
    await new Promise<void>((begin) => {
      waiting.push({ taken, begin });
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
