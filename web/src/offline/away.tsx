/** Says that the service cannot be reached, and how old what is shown is. */
import { useStart } from '../app/start.ts';
import { useAway } from '../data/connection.ts';
import { nowIn, Temporal } from '../data/time.ts';
import { type Dates, useDates } from '../words/dates.ts';
import styles from './away.module.css';
import { useOfflineWords } from './words.ts';

export function AwayLine() {
  const words = useOfflineWords();
  const dates = useDates();
  const zone = useStart().workspace.time_zone;
  const away = useAway();
  return (
    <div role="status">
      {away !== undefined && (
        <p className={styles['away']}>
          <span>
            {away.asOf === undefined
              ? words.awayOnly()
              : words.away({ time: describe(away.asOf, zone, dates) })}
          </span>
          <span className={styles['hint']}>{words.kept()}</span>
        </p>
      )}
    </div>
  );
}

/** The time, with its day unless that is today. */
function describe(at: number, zone: string, dates: Dates): string {
  const then = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return then.toPlainDate().equals(nowIn(zone).toPlainDate()) ? dates.time(then) : dates.moment(then);
}
