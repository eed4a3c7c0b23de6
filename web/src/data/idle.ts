/** Work that can wait until the browser has nothing better to do, such as loading what a first paint does not need. */
import { useEffect, useState } from 'react';

/** Milliseconds until browsers without idle callbacks are taken to be idle. */
const SOON = 200;

/** Whether the browser was idle once after something had been drawn. */
export function useIdleAfter(isDrawn: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (isDrawn && !isIdle ? whenIdle(() => setIdle(true)) : undefined), [isDrawn, isIdle]);
  return isIdle;
}

/** Returns a function that calls it off. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, SOON);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
