/** Runs work for many items in rounds. An item that is added during a round is in the next one. */
export interface Rounds<One> {
  add(one: One): void;
  /** Resolves when the current round has ended. No further round begins. */
  idle(): Promise<void>;
}

/** `work` must not throw. */
export function openRounds<One>(work: (some: readonly One[]) => Promise<void>): Rounds<One> {
  const waiting = new Set<One>();
  let running: Promise<void> | undefined;
  let isStopped = false;
  const run = async () => {
    // Items that are added in one turn of the event loop share a round.
    await null;
    while (waiting.size > 0 && !isStopped) {
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
      isStopped = true;
      await running;
    },
  };
}
