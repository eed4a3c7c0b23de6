/** What every view says about a day. */
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import type { CalendarDay } from './days.ts';
import marksStyles from './marks.module.css';
import { type PlacedPost, worstOf } from './shown.ts';

export function useDayName({ day }: CalendarDay, placed: readonly PlacedPost[]): string {
  const { calendar, states } = useFirstWords();
  const worst = worstOf(placed);
  return calendar.dayNamed({
    day: useDates().day(day, 'named'),
    count: placed.length,
    worst: worst === undefined ? '' : calendar.ofState({ count: worst.count, state: states[worst.state]() }),
  });
}

export function Change({ day: { change } }: { day: CalendarDay }) {
  const { calendar, number } = useFirstWords();
  if (change === undefined) return null;
  const hours = number(change.hours);
  return <span className={marksStyles['change']}>{calendar[change.kind]({ ...change, hours })}</span>;
}
