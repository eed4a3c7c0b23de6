/** The clock of the person, where it differs from that of the workspace. Shown beside the hours, if the person wants it. */
import { useState } from 'react';
import type { CalendarDay } from './days.ts';

const KEPT = 'belfry.own-time';

export interface OwnTime {
  zone: string;
  isShown: boolean;
  toggle(): void;
}

/** Undefined: both clocks show the same on all these days. */
export function useOwnTime(days: readonly CalendarDay[], zone: string): OwnTime | undefined {
  const [isShown, setShown] = useState(() => localStorage.getItem(KEPT) === 'shown');
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const differs = days.some(({ day }) => {
    const here = day.toZonedDateTime(zone);
    return here.offsetNanoseconds !== here.withTimeZone(own).offsetNanoseconds;
  });
  if (!differs) return undefined;
  return {
    zone: own,
    isShown,
    toggle: () => {
      if (isShown) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, 'shown');
      setShown(!isShown);
    },
  };
}
