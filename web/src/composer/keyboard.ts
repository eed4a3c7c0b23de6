import { useSyncExternalStore } from 'react';

/** As of the last change. Measuring makes the browser lay out the page, which would cost time at every key. */
let covered = 0;

function subscribe(listener: () => void): () => void {
  const seen = window.visualViewport;
  const update = () => {
    covered = measure();
    listener();
  };
  covered = measure();
  for (const event of ['resize', 'scroll'] as const) seen?.addEventListener(event, update);
  return () => {
    for (const event of ['resize', 'scroll'] as const) seen?.removeEventListener(event, update);
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
  return useSyncExternalStore(subscribe, () => covered);
}
