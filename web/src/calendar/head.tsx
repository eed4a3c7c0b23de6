/** The head of the calendar: which days are shown, and how. */
import Left from 'icon:chevron-left';
import Right from 'icon:chevron-right';
import { Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { type Dates, useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import styles from './page.module.css';
import type { Window } from './posts.ts';
import { views } from './range.ts';
import type { CalendarView } from './view.ts';

interface Props {
  view: CalendarView;
  answer: { data: Window | undefined; dataUpdatedAt: number; error: Error | null };
}

export function Head({ view, answer }: Props) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const desk = useDeskOf();
  const shift = view.isPhone ? 'week' : view.view === 'list' ? 'month' : view.view;
  const failedAt = answer.error !== null && answer.dataUpdatedAt > 0 ? answer.dataUpdatedAt : undefined;
  const asOf = answer.data?.asOf ?? failedAt;
  return (
    <header className={styles['head']}>
      <div className={styles['pager']}>
        <Button
          look="quiet"
          square
          aria-label={calendar.before[shift]()}
          onPointerEnter={() => view.prepare(-1)}
          onClick={() => view.page(-1)}
        >
          <Left />
        </Button>
        <Button look="quiet" onClick={() => view.go({ day: view.today })}>
          {calendar.today()}
        </Button>
        <Button
          look="quiet"
          square
          aria-label={calendar.after[shift]()}
          onPointerEnter={() => view.prepare(1)}
          onClick={() => view.page(1)}
        >
          <Right />
        </Button>
      </div>
      <h1 className={styles['title']}>{titleOf(view, dates)}</h1>
      {asOf !== undefined && (
        <p className={styles['old']}>
          {calendar.asOf({
            time: dates.time(Temporal.Instant.fromEpochMilliseconds(asOf).toZonedDateTimeISO(view.zone)),
          })}
        </p>
      )}
      <ul className={styles['views']} aria-label={calendar.view()}>
        {views.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={styles['view']}
              aria-pressed={one === view.view}
              onClick={() => view.go({ view: one })}
            >
              {calendar.views[one]()}
            </button>
          </li>
        ))}
      </ul>
      {!view.isPhone && (
        <Button look="quiet" aria-expanded={desk.isShelfOpen} onClick={desk.toggleShelf}>
          {calendar.shelf.title()}
        </Button>
      )}
    </header>
  );
}

function titleOf({ view, day, days, isPhone }: CalendarView, dates: Dates): string {
  if (isPhone) return dates.day(day, 'month');
  const [first, last] = [days[0]?.day ?? day, days.at(-1)?.day ?? day];
  if (view === 'day') return dates.day(day, 'long');
  return view === 'week' ? dates.range(first, last) : dates.day(day, 'month');
}
