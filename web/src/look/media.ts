/** Whether a media query is true, kept up to date. */
import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** One column and no drag. */
export const PHONE = '(width < 600px)';
/** Room for a side column. */
export const WIDE = '(width >= 1100px)';
/** Fingers drag badly: they get a sheet of acts instead. */
export const COARSE = '(pointer: coarse)';
