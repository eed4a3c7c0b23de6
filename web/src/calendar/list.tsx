/** The month as a list: days with headings, and their posts. */
import { useState } from 'react';
import { Button } from '../look/button.tsx';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { Chip } from './chip.tsx';
import { Change, useDayName } from './day-name.tsx';
import type { CalendarDay } from './days.ts';
import { entriesOf } from './entries.ts';
import listStyles from './list.module.css';
import marksStyles from './marks.module.css';
import { NowLine } from './now-line.tsx';
import { isFiltered } from './search.ts';
import type { GridProps, PlacedPost, Shown } from './shown.ts';
import { SlotLink } from './slot-link.tsx';

/** Posts that are drawn before somebody asks for more. */
const PORTION = 200;

export default function List({ shown, isLoading }: GridProps) {
  const { calendar, number } = useFirstWords();
  const [most, setMost] = useState(PORTION);
  const portions = portionsOf(shown, most);
  const all = shown.days.reduce((sum, { name }) => sum + (shown.placed.get(name)?.length ?? 0), 0);
  const left = all - portions.reduce((sum, { posts }) => sum + posts.length, 0);
  return (
    <div className={listStyles['list']} aria-busy={isLoading}>
      {all === 0 && !isLoading && (
        <p className={marksStyles['nothing']}>
          {isFiltered(shown.filters) ? calendar.nothing.filtered() : calendar.nothing.list()}
        </p>
      )}
      {portions.map(({ day, posts }) => (
        <DayList key={day.name} day={day} posts={posts} shown={shown} />
      ))}
      {left > 0 && (
        <Button onClick={() => setMost(most + PORTION)}>{calendar.showMore({ count: number(left) })}</Button>
      )}
    </div>
  );
}

interface Portion {
  day: CalendarDay;
  posts: PlacedPost[];
}

/** The days that have something, with the first posts of all. */
export function portionsOf({ days, placed, slots, now }: Shown, most: number): Portion[] {
  let room = most;
  return days.flatMap((day) => {
    const posts = placed.get(day.name) ?? [];
    const hasNow = day.start <= now && now < day.end;
    const hasSlots = slots.some((slot) => slot.day === day.name);
    if (room <= 0 || (posts.length === 0 && !hasNow && !hasSlots)) return [];
    const shown = posts.slice(0, room);
    room -= shown.length;
    return [{ day, posts: shown }];
  });
}

export function DayList({ day, posts, shown }: Portion & { shown: Shown }) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const name = useDayName(day, posts);
  const slots = shown.slots.filter((slot) => slot.day === day.name);
  const isToday = day.start <= shown.now && shown.now < day.end;
  const { entries } = entriesOf({ posts, slots, now: isToday ? shown.now : undefined });
  return (
    <section className={listStyles['daylist']} aria-label={name} data-day={day.name}>
      <h2 className={listStyles['listhead']} data-today={isToday || undefined}>
        {dates.day(day.day, 'named')} <Change day={day} />
      </h2>
      <ul className={marksStyles['rows']}>
        {entries.map((entry) => {
          if (entry.kind === 'now') return <NowLine key="now" now={entry.at} zone={shown.zone} />;
          if (entry.kind === 'slot') return <SlotLink key={entry.at} slot={entry.slot} shown={shown} />;
          return <Chip key={entry.placed.post.id} placed={entry.placed} shown={shown.setting} look="row" />;
        })}
      </ul>
      {posts.length === 0 && slots.length === 0 && (
        <p className={marksStyles['nothing']}>{calendar.nothing.day()}</p>
      )}
    </section>
  );
}
