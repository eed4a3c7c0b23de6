/** The line of the present, with the bell. */
import { Temporal } from '../data/time.ts';
import { Bell } from '../look/bell.tsx';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import styles from './marks.module.css';

export function NowLine({ now, zone }: { now: number; zone: string }) {
  const { calendar } = useFirstWords();
  const time = useDates().time(Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone));
  return (
    <li className={styles['now']} aria-label={calendar.now({ time })}>
      <span className={styles['pill']}>
        <Bell className={styles['bell']} />
        {time}
      </span>
    </li>
  );
}
