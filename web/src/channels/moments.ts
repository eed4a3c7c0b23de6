/** Times of channels in words, in the zone of the workspace. */
import { useStart } from '../app/start.ts';
import { Temporal } from '../data/time.ts';
import { useDates } from '../words/dates.ts';

export function useMoments() {
  const { workspace } = useStart();
  const dates = useDates();
  const there = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(workspace.time_zone);
  return {
    /** `Thu, 10 Dec, 09:30` */
    moment: (at: string) => dates.moment(there(at)),
    /** `Thu, 10 Dec` */
    day: (at: string) => dates.day(there(at).toPlainDate(), 'short'),
    /** `Thursday, 10 December 2026` */
    longDay: (at: string) => dates.day(there(at).toPlainDate(), 'long'),
  };
}

const MONDAY = Temporal.PlainDate.from('2026-01-05');

/** `Monday` … `Sunday`, or `Mon` … `Sun`. */
export function useWeekdays(shape: 'weekday' | 'weekdayLong'): string[] {
  const dates = useDates();
  return Array.from({ length: 7 }, (_, days) => dates.day(MONDAY.add({ days }), shape));
}
