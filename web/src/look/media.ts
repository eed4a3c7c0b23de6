/** Whether a media query is true, kept up to date. */
import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const list = listOf(query);
  return useSyncExternalStore(
    (onChange) => {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => list.matches,
  );
}

const lists = new Map<string, MediaQueryList>();

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query);
  lists.set(query, list);
  return list;
}

/** One column and no drag. */
export const PHONE = '(width < 600px)';
/** Room for a side column. */
export const WIDE = '(width >= 1100px)';
/** Room for whole words beside each other. */
export const SPACIOUS = '(width >= 1200px)';
/** Fingers drag badly: they get a sheet of acts instead. */
export const COARSE = '(pointer: coarse)';
