// biome-ignore-all lint/a11y/useSemanticElements: the elements of a table cannot share out the height of the page
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has one tab stop, which is a cell
/** The month: the weeks that it touches, with as many posts of each day as its height has room for. */

import { Link } from '@tanstack/react-router';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { shownOf } from './bands.ts';
import { Chip } from './chip.tsx';
import { Change, useDayName } from './day-name.tsx';
import { type CalendarDay, instantOf } from './days.ts';
import { usePlace } from './drag.ts';
import type { Spot } from './dragging.tsx';
import marksStyles from './marks.module.css';
import monthStyles from './month.module.css';
import { MoreButton } from './more-button.tsx';
import type { CalendarSearch } from './search.ts';
import type { GridProps, PlacedPost, Setting, Shown } from './shown.ts';

/** Chips in the whole month, so that a page never has more elements than a browser draws at once. */
const MOST = 168;
/** Pixels of a cell without its chips, and of a chip with its gap. */
const HEAD = 30;
const LINE = 24;

export default function Month({ shown, isLoading }: GridProps) {
  const dates = useDates();
  const weeks = Array.from({ length: shown.days.length / 7 }, (_, at) =>
    shown.days.slice(at * 7, at * 7 + 7),
  );
  const grid = useRef<HTMLDivElement>(null);
  const height = useHeight(grid);
  const room = Math.floor((height / weeks.length - HEAD) / LINE) - 1;
  const most = Math.min(Math.max(2, room), 6, Math.floor(MOST / shown.days.length));
  return (
    <div
      className={monthStyles['month']}
      role="grid"
      aria-busy={isLoading}
      aria-label={dates.day(shown.day, 'month')}
    >
      <div role="row" className={monthStyles['weekdays']}>
        {shown.days.slice(0, 7).map(({ name, day }) => (
          <span key={name} role="columnheader" aria-label={dates.day(day, 'weekdayLong')}>
            {dates.day(day, 'weekday')}
          </span>
        ))}
      </div>
      <div ref={grid} className={monthStyles['weeks']} role="presentation">
        {weeks.map((week) => (
          <div key={week[0]?.name} role="row" className={monthStyles['weekrow']}>
            {week.map((day) => (
              <DayCell
                key={day.name}
                day={day}
                placed={shown.placed.get(day.name) ?? none}
                most={most}
                kept={keptOn(day, shown)}
                setting={shown.setting}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function useHeight(element: React.RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

interface CellProps {
  day: CalendarDay;
  placed: readonly PlacedPost[];
  most: number;
  kept: number | undefined;
  setting: Setting;
}

const none: readonly PlacedPost[] = [];

/** The post that must be drawn, if it is of this day. */
function keptOn({ name }: CalendarDay, { placed, kept }: Shown): number | undefined {
  return placed.get(name)?.some(({ post }) => post.id === kept) === true ? kept : undefined;
}

const DayCell = memo(function DayCell({ day, placed, most, kept, setting }: CellProps) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const [isOver, setOver] = useState(false);
  const cell = usePlace<HTMLDivElement>(
    { at: () => ({ kind: 'day', day }) satisfies Spot, onOver: (at) => setOver(at !== undefined) },
    setting.canWrite,
  );
  const posts = shownOf(placed, most, kept);
  const isToday = day.day.equals(setting.today);
  const isDay = day.day.equals(setting.day);
  const hidden = placed.length - posts.length;
  return (
    <div
      role="gridcell"
      className={monthStyles['cell']}
      data-day={day.name}
      data-stop
      data-over={isOver || undefined}
      data-today={isToday || undefined}
      data-other={day.day.month !== setting.day.month || undefined}
      tabIndex={isDay ? 0 : -1}
      aria-label={useDayName(day, placed)}
      ref={cell}
    >
      <WriteHere day={day} shown={setting} />
      <div className={monthStyles['date']}>
        <Link
          from="/"
          to="/"
          search={(before: CalendarSearch) => ({ ...before, view: 'day', day: day.name })}
          tabIndex={-1}
          data-date
          aria-label={dates.day(day.day, 'named')}
        >
          {dates.dayNumber(day.day)}
        </Link>
        <Change day={day} />
      </div>
      <ul className={monthStyles['lines']}>
        {posts.map((one) => (
          <Chip key={one.post.id} placed={one} shown={setting} look="line" />
        ))}
      </ul>
      {hidden > 0 && (
        <MoreButton day={day} hidden={hidden} tabIndex={-1}>
          {calendar.more({ count: hidden })}
        </MoreButton>
      )}
    </div>
  );
});

/** Any free part of a day begins a post there. A past day begins none. */
function WriteHere({ day, shown }: { day: CalendarDay; shown: Setting }) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  if (!shown.canWrite || day.end <= shown.now) return null;
  const noon = instantOf(day.day, shown.zone, 12, 0);
  const isAhead = noon.epochMilliseconds > shown.now;
  return (
    <Link
      to="/write"
      search={{
        ...(isAhead ? { at: noon.toInstant().toString() } : {}),
        ...(shown.filters.channels.length > 0 && { channel: shown.filters.channels.join(',') }),
      }}
      className={marksStyles['free']}
      tabIndex={-1}
      preload={false}
      aria-label={calendar.newOn({ day: dates.day(day.day, 'named') })}
    />
  );
}
