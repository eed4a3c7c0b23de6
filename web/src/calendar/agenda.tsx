/** The calendar of phones: a strip of one week, and below it the chosen day and the days after it. */
import { useDeferredValue, useRef } from 'react';
import { useDates } from '../words/dates.ts';
import { useDayName } from './day-name.tsx';
import { arrange, type CalendarDay } from './days.ts';
import { useDeskOf } from './desk.tsx';
import listStyles from './list.module.css';
import { DayList, portionsOf } from './list.tsx';
import { daysFrom, daysIn, mondayOf, monthAround } from './range.ts';
import type { GridProps, PlacedPost, Shown } from './shown.ts';

/** Posts below the strip at most. */
const MOST = 100;
/** More than a phone shows. They are drawn at once, the others after them. */
const FIRST = 20;
/** Pixels that a finger moves to turn the page. */
const SWIPE = 48;

export default function Agenda({ shown, posts, isLoading }: GridProps) {
  const desk = useDeskOf();
  const strip = daysIn(daysFrom(mondayOf(shown.day), 7), shown.zone);
  const ahead = daysIn(
    monthAround(shown.day).filter((day) => day.toString() >= shown.day.toString()),
    shown.zone,
  );
  const lifted = desk.lifted(posts);
  const inStrip = arrange(lifted, strip, shown.zone);
  const agenda: Shown = { ...shown, days: ahead, placed: arrange(lifted, ahead, shown.zone) };
  const most = useDeferredValue(MOST, FIRST);
  const portions = portionsOf(agenda, most);
  const chosen = ahead[0];
  return (
    <div className={listStyles['list']} aria-busy={isLoading}>
      <Strip days={strip} placed={inStrip} shown={shown} />
      {chosen !== undefined && portions[0]?.day.name !== chosen.name && (
        <DayList day={chosen} posts={[]} shown={agenda} />
      )}
      {portions.map(({ day, posts: some }) => (
        <DayList key={day.name} day={day} posts={some} shown={agenda} />
      ))}
    </div>
  );
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
