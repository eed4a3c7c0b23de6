/** Work for many at once, one round after the other: who comes during a round is in the next. */
export interface Rounds<One> {
  add(one: One): void;
  /** Until the round that goes on has ended; nothing is begun after that. */
  idle(): Promise<void>;
}

/** `work` must not throw. */
export function openRounds<One>(work: (some: readonly One[]) => Promise<void>): Rounds<One> {
  const waiting = new Set<One>();
  let running: Promise<void> | undefined;
  let isOver = false;
  const run = async () => {
    // Those who are added in one turn share their first round.
    await null;
    while (waiting.size > 0 && !isOver) {
      const some = [...waiting];
      waiting.clear();
      await work(some);
    }
    running = undefined;
  };
  return {
    add(one) {
      waiting.add(one);
      running ??= run();
    },
    async idle() {
      isOver = true;
      await running;
    },
  };
}
