/** A week of hours. A click sets an hour or clears it; arrow keys move through the grid. */
import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '../words/words.ts';
import { DayHead } from './day-head.tsx';
import { useWeekdays } from './moments.ts';
import styles from './times.module.css';
import { hourOf, shiftFirst, timeOf, toggleHour, type Week } from './week.ts';

/** Hours before it are folded while they have no time. */
const MORNING = 6;

interface Props {
  week: Week;
  isSame: boolean;
  canManage: boolean;
  onDay: (day: Weekday, times: readonly string[]) => void;
  onWeek: (week: Week, isSame: boolean) => void;
}

interface At {
  day: number;
  hour: number;
}

const at60 = (hour: number) => timeOf(hour * 60);

export function WeekGrid({ week, isSame, canManage, onDay, onWeek }: Props) {
  const { times: words } = useWords().channels;
  const hasNight = weekdays.some((day) => week[day].some((time) => hourOf(time) < MORNING));
  const [isUnfolded, setUnfolded] = useState(false);
  const from = hasNight || isUnfolded ? 0 : MORNING;
  const hours = Array.from({ length: 24 - from }, (_, past) => from + past);
  const night = { from: at60(0), to: at60(MORNING) };
  return (
    <>
      {canManage && (
        <p className={styles['aside']}>
          {words.hint()} <span className={styles['keys']}>{words.hintOfKeys()}</span>
        </p>
      )}
      <table className={styles['grid']} aria-label={words.grid()}>
        <thead>
          <tr>
            <td />
            {weekdays.map((day) => (
              <DayHead key={day} day={day} week={week} hasMenu={canManage && !isSame} onWeek={onWeek} />
            ))}
          </tr>
          {from > 0 && (
            <tr>
              <td />
              <td colSpan={7}>
                <button
                  type="button"
                  className={styles['night']}
                  aria-label={words.showNight(night)}
                  onClick={() => setUnfolded(true)}
                >
                  {words.night(night)}
                </button>
              </td>
            </tr>
          )}
        </thead>
        <Hours week={week} hours={hours} isSame={isSame} canManage={canManage} onDay={onDay} />
      </table>
    </>
  );
}

type HoursProps = Omit<Props, 'onWeek'> & { hours: readonly number[] };

function Hours({ week, hours, isSame, canManage, onDay }: HoursProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<At>({ day: 0, hour: 9 });
  const go = ({ day, hour }: At) => {
    const to = { day: (day + 7) % 7, hour: Math.min(23, Math.max(hours[0] ?? 0, hour)) };
    setFocused(to);
    body.current?.querySelector<HTMLElement>(`[data-at="${to.day} ${to.hour}"]`)?.focus();
  };
  const press = (event: KeyboardEvent, at: At) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const day = weekdays[at.day] ?? 'mon';
    if (event.shiftKey && step.hour !== 0) {
      if (!canManage) return;
      const times = shiftFirst(week[day], at.hour, step.hour * 5);
      onDay(day, times);
      // The focus follows a time that leaves its hour.
      if (!times.some((time) => hourOf(time) === at.hour)) go({ ...at, hour: at.hour + step.hour });
    } else go({ day: at.day + step.day, hour: at.hour + step.hour });
  };
  return (
    <tbody ref={body}>
      {hours.map((hour) => (
        <tr key={hour}>
          <th scope="row" className={styles['hour']}>
            {at60(hour)}
          </th>
          {weekdays.map((day, at) => (
            <Cell
              key={day}
              at={{ day: at, hour }}
              times={week[day].filter((time) => hourOf(time) === hour)}
              isSame={isSame}
              isFocused={focused.day === at && focused.hour === hour}
              canManage={canManage}
              onFocus={setFocused}
              onKey={press}
              onSet={() => onDay(day, toggleHour(week[day], hour))}
            />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const steps: Record<string, At | undefined> = {
  ArrowUp: { day: 0, hour: -1 },
  ArrowDown: { day: 0, hour: 1 },
  ArrowLeft: { day: -1, hour: 0 },
  ArrowRight: { day: 1, hour: 0 },
};

interface CellProps {
  at: At;
  /** Of this hour. */
  times: readonly string[];
  isSame: boolean;
  isFocused: boolean;
  canManage: boolean;
  onFocus: (at: At) => void;
  onKey: (event: KeyboardEvent, at: At) => void;
  onSet: () => void;
}

function Cell({ at, times, isSame, isFocused, canManage, onFocus, onKey, onSet }: CellProps) {
  const { times: words } = useWords().channels;
  const names = useWeekdays('weekdayLong');
  const day = isSame ? words.everyDay() : (names[at.day] ?? '');
  return (
    <td>
      <button
        type="button"
        className={styles['cell']}
        data-at={`${at.day} ${at.hour}`}
        tabIndex={isFocused ? 0 : -1}
        aria-pressed={times.length > 0}
        aria-disabled={!canManage || undefined}
        aria-label={words.cell({ day, hour: at60(at.hour), times: [...times] })}
        onFocus={() => onFocus(at)}
        onKeyDown={(event) => onKey(event, at)}
        onClick={() => canManage && onSet()}
      >
        {times.map((time) => (
          <span key={time} className={styles['time']}>
            <span className={styles['ofHour']}>{time.slice(0, 2)}</span>
            {time.slice(2)}
          </span>
        ))}
      </button>
    </td>
  );
}
