/** Opens the list of a day whose cell has no room for all its posts. */
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import type { CalendarDay } from './days.ts';
import { useHand, useIsPeeked } from './hand.ts';
import styles from './marks.module.css';

interface Props {
  day: CalendarDay;
  /** Posts that the cell does not show. */
  hidden: number;
  tabIndex?: number;
  children: string;
}

export function MoreButton({ day, hidden, tabIndex, children }: Props) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const { setPeek } = useHand();
  const isPeeked = useIsPeeked(day.name);
  return (
    <button
      type="button"
      className={styles['hidden']}
      tabIndex={tabIndex}
      data-more
      aria-haspopup="dialog"
      aria-expanded={isPeeked}
      aria-label={calendar.moreOn({ count: hidden, day: dates.day(day.day, 'named') })}
      onClick={({ currentTarget: anchor }) => setPeek({ day, anchor })}
    >
      {children}
    </button>
  );
}
