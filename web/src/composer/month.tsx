/** A month of days with what is planned on each. */

import Previous from 'icon:chevron-left';
import Next from 'icon:chevron-right';
import { type KeyboardEvent, useState } from 'react';
import { useAnswer } from '../data/client.ts';
import { type Day, nowIn, Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { useWords } from '../words/words.ts';
import styles from './time-panel.module.css';

interface Props {
  zone: string;
  /** The chosen day, such as `2026-12-10`. */
  day: string | undefined;
  onDay: (day: string) => void;
}

export function Month({ zone, day, onDay }: Props) {
  const { composer, locale } = useWords();
  const today = nowIn(zone).toPlainDate();
  const chosen = day === undefined ? undefined : Temporal.PlainDate.from(day);
  const [shown, setShown] = useState((chosen ?? today).with({ day: 1 }));
  const [focused, setFocused] = useState<string>();
  const first = shown.subtract({ days: shown.dayOfWeek - 1 });
  const weeks = Math.ceil((shown.dayOfWeek - 1 + shown.daysInMonth) / 7);
  const days = Array.from({ length: weeks * 7 }, (_, at) => first.add({ days: at }));
  const load = useLoad(zone, first, weeks * 7);
  const tabbed = focused ?? (chosen ?? today).toString();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Temporal.PlainDate.from(tabbed).add({ days: step });
    if (Temporal.PlainDate.compare(next, today) < 0) return;
    setFocused(next.toString());
    setShown(next.with({ day: 1 }));
    const grid = event.currentTarget;
    requestAnimationFrame(() => grid.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  return (
    <section className={styles['month']} aria-label={composer.month()}>
      <header className={styles['monthHead']}>
        <Button
          look="quiet"
          square
          aria-label={composer.previousMonth()}
          onClick={() => setShown(shown.subtract({ months: 1 }))}
        >
          <Previous />
        </Button>
        <strong aria-live="polite">
          {shown.toLocaleString(locale, { month: 'long', year: 'numeric', calendar: 'iso8601' })}
        </strong>
        <Button
          look="quiet"
          square
          aria-label={composer.nextMonth()}
          onClick={() => setShown(shown.add({ months: 1 }))}
        >
          <Next />
        </Button>
      </header>
      <fieldset className={styles['days']} tabIndex={-1} onKeyDown={move}>
        {days.slice(0, 7).map((one) => (
          <span key={one.dayOfWeek} className={styles['weekday']} aria-hidden="true">
            {one.toLocaleString(locale, { weekday: 'short' })}
          </span>
        ))}
        {days.map((one) => (
          <DayButton
            key={one.toString()}
            day={one}
            isOut={one.month !== shown.month}
            isPast={Temporal.PlainDate.compare(one, today) < 0}
            isChosen={one.toString() === day}
            isToday={one.equals(today)}
            isTabbed={one.toString() === tabbed}
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
  isPast,
  isChosen,
  isToday,
  isTabbed,
  load,
  onDay,
}: {
  day: Day;
  isOut: boolean;
  isPast: boolean;
  isChosen: boolean;
  isToday: boolean;
  isTabbed: boolean;
  load: number;
  onDay: (day: string) => void;
}) {
  const { composer, locale } = useWords();
  const name = day.toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <button
      type="button"
      className={styles['day']}
      data-day={day.toString()}
      data-out={isOut}
      data-today={isToday}
      aria-pressed={isChosen}
      aria-label={`${name}, ${composer.load({ count: load })}`}
      disabled={isPast}
      tabIndex={isTabbed ? 0 : -1}
      onClick={() => onDay(day.toString())}
    >
      {day.day}
      <span className={styles['dots']} data-load={Math.min(load, 4)} />
    </button>
  );
}

/** How many posts each day has. */
function useLoad(zone: string, first: Day, count: number): ReadonlyMap<string, number> {
  const edge = (day: Day) => day.toZonedDateTime(zone).toInstant().toString();
  const query = { from: edge(first), to: edge(first.add({ days: count })) };
  const { data = [] } = useAnswer('listPosts', { query });
  const load = new Map<string, number>();
  for (const { planned_at, scheduled_at } of data) {
    const at = planned_at ?? scheduled_at;
    if (at === null) continue;
    const day = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString();
    load.set(day, (load.get(day) ?? 0) + 1);
  }
  return load;
}
