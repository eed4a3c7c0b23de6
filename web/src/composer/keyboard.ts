import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const seen = window.visualViewport;
  for (const event of ['resize', 'scroll'] as const) seen?.addEventListener(event, listener);
  return () => {
    for (const event of ['resize', 'scroll'] as const) seen?.removeEventListener(event, listener);
  };
}

/** A page that was zoomed has no keyboard for that. */
function measure(): number {
  const seen = window.visualViewport;
  if (seen === null || seen.scale > 1) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
}

/** Pixels at the bottom of the window that a keyboard on the screen covers. */
export function useKeyboard(): number {
  return useSyncExternalStore(subscribe, measure);
}
