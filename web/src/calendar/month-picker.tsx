/** A month of days to choose from, with what is planned on each. */

import Previous from 'icon:chevron-left';
import Next from 'icon:chevron-right';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { type Day, nowIn, Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { arrange } from './days.ts';
import styles from './month-picker.module.css';
import { monthWindow } from './posts.ts';
import { daysIn, monthAround } from './range.ts';
import { filtersOf } from './search.ts';

interface Props {
  zone: string;
  /** The chosen day, such as `2026-12-10`. */
  day: string | undefined;
  /** Past days cannot be chosen. */
  isAhead?: boolean;
  onDay: (day: string) => void;
}

export function MonthPicker({ zone, day, isAhead = false, onDay }: Props) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const today = nowIn(zone).toPlainDate();
  const chosen = day === undefined ? undefined : Temporal.PlainDate.from(day);
  const [shown, setShown] = useState((chosen ?? today).with({ day: 1 }));
  const [focused, setFocused] = useState<string>();
  const days = monthAround(shown);
  const load = useLoad(shown, zone);
  const isOver = (one: Day) => isAhead && Temporal.PlainDate.compare(one, today) < 0;
  const wanted = focused ?? (chosen ?? today).toString();
  const tabbed =
    days.find((one) => one.toString() === wanted) ??
    days.find((one) => one.month === shown.month && !isOver(one));
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (step === undefined || tabbed === undefined) return;
    event.preventDefault();
    const next = tabbed.add({ days: step });
    if (isOver(next)) return;
    setFocused(next.toString());
    setShown(next.with({ day: 1 }));
    const grid = event.currentTarget;
    requestAnimationFrame(() => grid.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  return (
    <section aria-label={calendar.chooseDay()}>
      <header className={styles['head']}>
        <Button
          look="quiet"
          square
          aria-label={calendar.before.month()}
          onClick={() => setShown(shown.subtract({ months: 1 }))}
        >
          <Previous />
        </Button>
        <strong aria-live="polite">{dates.day(shown, 'month')}</strong>
        <Button
          look="quiet"
          square
          aria-label={calendar.after.month()}
          onClick={() => setShown(shown.add({ months: 1 }))}
        >
          <Next />
        </Button>
      </header>
      <fieldset className={styles['days']} tabIndex={-1} onKeyDown={move}>
        {days.slice(0, 7).map((one) => (
          <span key={one.dayOfWeek} className={styles['weekday']} aria-hidden="true">
            {dates.day(one, 'weekday')}
          </span>
        ))}
        {days.map((one) => (
          <DayButton
            key={one.toString()}
            day={one}
            isOut={one.month !== shown.month}
            isOver={isOver(one)}
            isChosen={one.toString() === day}
            isToday={one.equals(today)}
            isTabbed={one === tabbed}
            load={load.get(one.toString()) ?? 0}
            onDay={onDay}
          />
        ))}
      </fieldset>
    </section>
  );
}

function DayButton({
  day,
  isOut,
  isOver,
  isChosen,
  isToday,
  isTabbed,
  load,
  onDay,
}: {
  day: Day;
  isOut: boolean;
  isOver: boolean;
  isChosen: boolean;
  isToday: boolean;
  isTabbed: boolean;
  load: number;
  onDay: (day: string) => void;
}) {
  const { calendar } = useFirstWords();
  const name = useDates().day(day, 'named');
  return (
    <button
      type="button"
      className={styles['day']}
      data-day={day.toString()}
      data-out={isOut}
      data-today={isToday}
      aria-pressed={isChosen}
      aria-label={calendar.dayNamed({ day: name, count: load, worst: '' })}
      disabled={isOver}
      tabIndex={isTabbed ? 0 : -1}
      onClick={() => onDay(day.toString())}
    >
      {day.day}
      <span className={styles['dots']} data-load={Math.min(load, 4)} />
    </button>
  );
}

/** How many posts each day has, whatever the calendar filters. */
function useLoad(month: Day, zone: string): ReadonlyMap<string, number> {
  const { data } = useQuery(monthWindow(month, zone, filtersOf({})));
  const placed = arrange(data?.posts ?? [], daysIn(monthAround(month), zone), zone);
  return new Map([...placed].map(([name, posts]) => [name, posts.length]));
}
