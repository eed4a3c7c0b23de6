/**
 * Takes turns at what is scarce: all together up to `room`, each of one owner after the other, in the order in which
 * they asked. An owner who has a turn holds up only themself.
 */
export interface Turns {
  /** Answers how to end the turn; may be called again. Rejects with the signal's reason if it comes before the turn. */
  take(owner: unknown, room: number, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  owner: unknown;
  room: number;
  begin(): void;
}

export function openTurns(room: number): Turns {
  let free = room;
  const owners = new Set<unknown>();
  const waiting = new Set<Waiting>();

  function admit(): void {
    for (const next of waiting) {
      if (owners.has(next.owner)) continue;
      // Nobody overtakes who waits for more room than is left: it would never come.
      if (next.room > free) return;
      waiting.delete(next);
      owners.add(next.owner);
      free -= next.room;
      next.begin();
    }
  }

  function leave(ended: Waiting): void {
    owners.delete(ended.owner);
    free += ended.room;
    admit();
  }

  return {
    async take(owner, room, signal) {
      signal?.throwIfAborted();
      const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>();
      const own: Waiting = { owner, room, begin };
      const giveUp = () => {
        if (!waiting.delete(own)) return;
        reject(signal?.reason);
        admit();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.add(own);
      admit();
      await begun.finally(() => signal?.removeEventListener('abort', giveUp));
      let isOver = false;
      return () => {
        if (!isOver) leave(own);
        isOver = true;
      };
    },
  };
}
