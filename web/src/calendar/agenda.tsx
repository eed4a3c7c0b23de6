/** The calendar of phones: a strip of one week, and below it the chosen day and the days after it. */
import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useDates } from '../words/dates.ts';
import { useDayName } from './day-name.tsx';
import { arrange, type CalendarDay } from './days.ts';
import { useDeskOf } from './desk.tsx';
import listStyles from './list.module.css';
import { DayList, portionsOf } from './list.tsx';
import { daysIn, mondayOf, monthAround } from './range.ts';
import type { GridProps, PlacedPost, Shown } from './shown.ts';

/** Posts below the strip: more than a phone shows. Further ones are drawn when somebody comes near their place. */
const PORTION = 20;
/** Pixels below the screen that count as near. */
const NEAR = 800;
/** Pixels that a finger moves to turn the page. */
const SWIPE = 48;

export default function Agenda({ shown, posts, isLoading }: GridProps) {
  const desk = useDeskOf();
  const month = daysIn(monthAround(shown.day), shown.zone);
  const monday = mondayOf(shown.day).toString();
  const at = month.findIndex(({ name }) => name === monday);
  const ahead = month.filter(({ name }) => name >= shown.day.toString());
  // Drawn in short turns: the month of a large workspace has a thousand.
  const settled = useDeferredValue(posts);
  const placed = arrange(desk.lifted(settled), month, shown.zone);
  const agenda: Shown = { ...shown, days: ahead, placed };
  const [most, setMost] = useState(PORTION);
  const portions = portionsOf(agenda, most);
  const all = ahead.reduce((sum, { name }) => sum + (placed.get(name)?.length ?? 0), 0);
  const chosen = ahead[0];
  return (
    <div className={listStyles['list']} aria-busy={isLoading}>
      <Strip days={month.slice(at, at + 7)} placed={placed} shown={shown} />
      {chosen !== undefined && portions[0]?.day.name !== chosen.name && (
        <DayList day={chosen} posts={[]} shown={agenda} />
      )}
      {portions.map(({ day, posts: some }) => (
        <DayList key={day.name} day={day} posts={some} shown={agenda} />
      ))}
      {all > most && <End key={most} onNear={() => startTransition(() => setMost(most + PORTION))} />}
    </div>
  );
}

/** The end of what is drawn. */
function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current === null) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onNear(), {
      rootMargin: `${NEAR}px`,
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [onNear]);
  return <div ref={end} />;
}

function Strip({
  days,
  placed,
  shown,
}: {
  days: readonly CalendarDay[];
  placed: ReadonlyMap<string, PlacedPost[]>;
  shown: Shown;
}) {
  const begun = useRef<number>(undefined);
  const turn = (x: number) => {
    const moved = x - (begun.current ?? x);
    begun.current = undefined;
    if (Math.abs(moved) < SWIPE) return;
    shown.go({ day: shown.day.add({ days: moved < 0 ? 7 : -7 }) });
  };
  return (
    <ul
      className={listStyles['strip']}
      onTouchStart={({ touches }) => {
        begun.current = touches[0]?.clientX;
      }}
      onTouchEnd={({ changedTouches }) => turn(changedTouches[0]?.clientX ?? 0)}
    >
      {days.map((day) => (
        <StripDay key={day.name} day={day} posts={placed.get(day.name) ?? []} shown={shown} />
      ))}
    </ul>
  );
}

function StripDay({ day, posts, shown }: { day: CalendarDay; posts: readonly PlacedPost[]; shown: Shown }) {
  const dates = useDates();
  return (
    <li>
      <button
        type="button"
        className={listStyles['stripday']}
        aria-label={useDayName(day, posts)}
        aria-current={day.day.equals(shown.day) ? 'date' : undefined}
        data-today={day.day.equals(shown.today) || undefined}
        onClick={() => shown.go({ day: day.day })}
      >
        <span aria-hidden="true">{dates.day(day.day, 'weekdayNarrow')}</span>
        <strong aria-hidden="true">{dates.dayNumber(day.day)}</strong>
        <span className={listStyles['dots']} data-count={Math.min(3, posts.length)} />
      </button>
    </li>
  );
}
