/** Tells those who wait that events of their workspace were sealed; one connection listens for all of them. */
import type { Database } from '../db/database.ts';
import { SEALED_CHANNEL } from './store.ts';

export type Heard = 'events' | 'beat' | 'end';

export interface Ear extends AsyncDisposable {
  /** What rings between two calls is not missed. */
  next(): Promise<Heard>;
}

export interface Bell {
  /** Until it is disposed of; ends also with the signal. */
  listen(workspaceId: number, ending: AbortSignal): Promise<Ear>;
  close(): Promise<void>;
}

interface Waiter {
  workspaceId: number;
  ring(heard: Heard): void;
}

/** `beat` in milliseconds: somebody who hears nothing for so long hears that. */
export function openBell(db: Pick<Database, 'listen'>, beat: number): Bell {
  const waiters = new Set<Waiter>();
  let closed = false;
  let listening: Promise<{ close(): Promise<void> }> | undefined;
  const hear = (payload: string) => {
    const named = payload === '' ? undefined : new Set(payload.split(',').map(Number));
    for (const { workspaceId, ring } of waiters) {
      if (named?.has(workspaceId) ?? true) ring('events');
    }
  };
  const startListening = () => {
    listening ??= db.listen(SEALED_CHANNEL, hear).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    return listening;
  };
  return {
    async listen(workspaceId, ending) {
      const { waiter, next } = openWaiter(workspaceId, beat);
      waiters.add(waiter);
      const end = () => waiter.ring('end');
      ending.addEventListener('abort', end, { once: true });
      if (closed || ending.aborted) end();
      else await startListening();
      return {
        next,
        async [Symbol.asyncDispose]() {
          waiters.delete(waiter);
          ending.removeEventListener('abort', end);
        },
      };
    },
    async close() {
      closed = true;
      for (const { ring } of waiters) ring('end');
      await (await listening?.catch(() => undefined))?.close();
    },
  };
}

function openWaiter(workspaceId: number, beat: number): { waiter: Waiter; next: () => Promise<Heard> } {
  let rung: Heard | undefined;
  let wake: () => void = () => undefined;
  const ring = (heard: Heard) => {
    if (rung !== 'end') rung = heard;
    wake();
  };
  const next = async () => {
    if (rung === undefined) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(ring, beat, 'beat');
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const heard = rung ?? 'beat';
    if (heard !== 'end') rung = undefined;
    return heard;
  };
  return { waiter: { workspaceId, ring }, next };
}
