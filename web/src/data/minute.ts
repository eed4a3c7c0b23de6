/** The present, which moves once a minute. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
  plan();
}

function plan(): void {
  timer = setTimeout(tick, 60_000 - (Date.now() % 60_000));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    plan();
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Milliseconds since 1970, at most a minute old. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now);
}
