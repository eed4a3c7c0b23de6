/** Moments as people read them, in the zone of the workspace. */
import { useStart } from '../app/start.ts';
import { nowIn, Temporal } from '../data/time.ts';
import { useDates } from '../words/dates.ts';

export interface Moments {
  zone: string;
  /** `12:00` */
  time(at: string): string;
  /** `Thu, 10 Dec` */
  day(at: string): string;
  /** `10 Dec` */
  brief(at: string): string;
  /** `Thu, 10 Dec, 12:00` */
  moment(at: string): string;
  /** `UTC+1`; of this very moment without one. */
  offset(at?: string): string;
}

export function useMoments(): Moments {
  const dates = useDates();
  const zone = useStart().workspace.time_zone;
  const zoned = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return {
    zone,
    time: (at) => dates.time(zoned(at)),
    day: (at) => dates.day(zoned(at).toPlainDate(), 'short'),
    brief: (at) => dates.day(zoned(at).toPlainDate(), 'brief'),
    moment: (at) => dates.moment(zoned(at)),
    offset: (at) => dates.offset(at === undefined ? nowIn(zone) : zoned(at)),
  };
}
