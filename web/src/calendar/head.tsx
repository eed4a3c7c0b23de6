/** The head of the calendar: which days are shown, and how. */
import Down from 'icon:chevron-down';
import Left from 'icon:chevron-left';
import Right from 'icon:chevron-right';
import { Suspense, useRef, useState } from 'react';
import { part } from '../data/part.ts';
import { Temporal } from '../data/time.ts';
import { Button } from '../look/button.tsx';
import { SPACIOUS, useMedia } from '../look/media.ts';
import { type Dates, useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { useDeskOf } from './desk.tsx';
import styles from './page.module.css';
import type { Window } from './posts.ts';
import { views } from './range.ts';
import type { CalendarView } from './view.ts';

const DayChoice = part(() => import('./day-choice.tsx'));

interface Props {
  view: CalendarView;
  answer: { data: Window | undefined; dataUpdatedAt: number; error: Error | null };
}

export function Head({ view, answer }: Props) {
  const { calendar } = useFirstWords();
  const desk = useDeskOf();
  const shift = view.isPhone ? 'week' : view.view === 'list' ? 'month' : view.view;
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
      <Title view={view} answer={answer} />
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

/** The days that are shown, which open a month to choose another one, and the clock by which they are shown. */
function Title({ view, answer }: Props) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const isSpacious = useMedia(SPACIOUS);
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const { zone, days } = view;
  const zoned = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  // The clocks may change on the days that are shown.
  const edges = [days[0]?.start ?? 0, (days.at(-1)?.end ?? 1) - 1];
  const offset = [...new Set(edges.map((at) => dates.offset(zoned(at))))].join(' → ');
  const failedAt = answer.error !== null && answer.dataUpdatedAt > 0 ? answer.dataUpdatedAt : undefined;
  const asOf = answer.data?.asOf ?? failedAt;
  return (
    <div ref={anchor} className={styles['titles']}>
      <h1 className={styles['title']}>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          title={calendar.chooseDay()}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{titleOf(view, dates, isSpacious)}</span>
          <Down width={16} height={16} />
        </button>
      </h1>
      <p className={styles['zone']}>{calendar.zone({ zone, offset })}</p>
      {asOf !== undefined && (
        <p className={styles['old']}>{calendar.asOf({ time: dates.time(zoned(asOf)) })}</p>
      )}
      {isOpen && (
        <Suspense>
          <DayChoice view={view} anchor={anchor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function titleOf({ view, day, days, isPhone }: CalendarView, dates: Dates, isSpacious: boolean): string {
  if (isPhone) return dates.day(day, 'month');
  const [first, last] = [days[0]?.day ?? day, days.at(-1)?.day ?? day];
  if (view === 'day') return dates.day(day, isSpacious ? 'long' : 'short');
  return view === 'week' ? dates.range(first, last, isSpacious ? 'long' : 'short') : dates.day(day, 'month');
}
