/** The week and the day: bands of hours, each as tall as its fullest cell needs. */

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Temporal, type Zoned } from '../data/time.ts';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import { type Band, bandKey, bandsOf, type Cell as CellOf, type HourBand, MAX_IN_CELL } from './bands.ts';
import { Chip } from './chip.tsx';
import { Change, useDayName } from './day-name.tsx';
import { type CalendarDay, instantOf, nameOf, placeAt } from './days.ts';
import { usePlace } from './drag.ts';
import type { Spot } from './dragging.tsx';
import { entriesOf } from './entries.ts';
import { Gutter } from './gutter.tsx';
import { quarterFrom } from './lift.ts';
import marksStyles from './marks.module.css';
import { MoreButton } from './more-button.tsx';
import { NowLine } from './now-line.tsx';
import type { CalendarSearch } from './search.ts';
import type { GridProps, PlacedPost, Shown } from './shown.ts';
import { SlotLink } from './slot-link.tsx';
import weekStyles from './week.module.css';

type PostBand = Band<PlacedPost['post']>;

export function Week({ shown, isLoading }: GridProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (hours: readonly string[]) => setOpened(new Set([...opened, ...hours]));
  const bands = bandsOf(shown.placed, shown.days, new Set([...opened, ...hoursToShow(shown)]));
  return (
    <div
      className={weekStyles['week']}
      aria-busy={isLoading}
      data-own={shown.ownZone !== undefined || undefined}
      style={{ '--days': shown.days.length, '--bands': bands.length } as React.CSSProperties}
    >
      <Gutter bands={bands} shown={shown} />
      {shown.days.map((day, column) => (
        <DayColumn key={day.name} day={day} column={column} bands={bands} shown={shown} />
      ))}
      {bands.map((band, row) =>
        band.kind === 'fold' ? <FoldRow key={band.key} band={band} row={row} onOpen={open} /> : null,
      )}
    </div>
  );
}

/** The present and free slots are seen although no post is there. */
function hoursToShow({ days, now, zone, slots }: Shown): string[] {
  const today = days.find(({ start, end }) => start <= now && now < end);
  return [
    ...(today === undefined ? [] : [bandKey(placeAt(now, today, zone))]),
    ...slots.map(({ hour }) => bandKey({ hour, again: false })),
  ];
}

function FoldRow({
  band,
  row,
  onOpen,
}: {
  band: Extract<PostBand, { kind: 'fold' }>;
  row: number;
  onOpen: (hours: readonly string[]) => void;
}) {
  const { calendar } = useFirstWords();
  const fold = usePlace<HTMLButtonElement>(
    { at: () => ({ kind: 'fold' }), onOver: (at) => at !== undefined && onOpen(band.hours) },
    true,
  );
  return (
    <button
      type="button"
      className={weekStyles['fold']}
      style={{ gridRow: row + 2 }}
      aria-description={calendar.unfold(band)}
      onClick={() => onOpen(band.hours)}
      ref={fold}
    >
      {calendar.fold(band)}
    </button>
  );
}

function DayColumn({
  day,
  column,
  bands,
  shown,
}: {
  day: CalendarDay;
  column: number;
  bands: readonly PostBand[];
  shown: Shown;
}) {
  const dates = useDates();
  const name = useDayName(day, shown.placed.get(day.name) ?? []);
  return (
    <section
      className={weekStyles['day']}
      aria-label={name}
      data-day={day.name}
      data-today={day.day.equals(shown.today) || undefined}
      style={{ gridColumn: column + 2 }}
    >
      <h2 className={weekStyles['dayhead']}>
        <Link
          from="/"
          to="/"
          search={(before: CalendarSearch) => ({ ...before, view: 'day', day: day.name })}
          data-stop
        >
          {dates.day(day.day, 'weekday')} <strong>{dates.dayNumber(day.day)}</strong>
        </Link>
        <Change day={day} />
      </h2>
      {bands.map((band, row) =>
        band.kind === 'hour' ? (
          <Cell key={band.key} band={band} cell={band.cells[column]} row={row} shown={shown} />
        ) : null,
      )}
    </section>
  );
}

interface CellProps {
  band: HourBand<PlacedPost['post']>;
  cell: CellOf<PlacedPost['post']> | undefined;
  row: number;
  shown: Shown;
}

function Cell({ band, cell, row, shown }: CellProps) {
  const { calendar } = useFirstWords();
  if (cell === undefined) return null;
  if (cell.exists) return <HourCell band={band} cell={cell} row={row} shown={shown} />;
  return (
    <div
      className={weekStyles['nohour']}
      style={{ gridRow: row + 2 }}
      title={band.again ? '' : calendar.noSuchHour()}
    />
  );
}

function HourCell({ band, cell, row, shown }: CellProps & { cell: CellOf<PlacedPost['post']> }) {
  const [over, setOver] = useState<number>();
  const { day, posts } = cell;
  const { hour, again } = band;
  const slots = again ? [] : shown.slots.filter((slot) => slot.day === day.name && slot.hour === hour);
  const place = usePlace<HTMLDivElement>(
    {
      at: ({ y }, element) =>
        ({ kind: 'time', day, hour, again, minute: snap(y, element, slots) }) satisfies Spot,
      onOver: (at) => setOver(at?.['minute'] as number | undefined),
    },
    shown.canWrite,
  );
  const { entries, hidden } = entriesOf({
    posts,
    slots,
    now: isNow(day, band, shown) ? shown.now : undefined,
    ...(shown.view !== 'day' && { most: MAX_IN_CELL }),
    kept: shown.kept,
  });
  return (
    <div
      ref={place}
      className={weekStyles['hourcell']}
      style={{ gridRow: row + 2 }}
      data-hour={band.key}
      data-over={over !== undefined || undefined}
    >
      <WriteAt day={day} hour={hour} again={again} shown={shown} />
      {entries.length > 0 && (
        <ul className={weekStyles['cards']}>
          {entries.map((entry) => {
            if (entry.kind === 'now') return <NowLine key="now" now={entry.at} zone={shown.zone} />;
            if (entry.kind === 'slot') return <SlotLink key={entry.at} slot={entry.slot} shown={shown} />;
            return (
              <Chip key={entry.placed.post.id} placed={entry.placed} shown={shown.setting} look="card" />
            );
          })}
        </ul>
      )}
      {hidden > 0 && <MoreButton day={day} hidden={hidden}>{`+${hidden}`}</MoreButton>}
      {over !== undefined && <Quarters hour={hour} minute={over} />}
    </div>
  );
}

function isNow(
  day: CalendarDay,
  { hour, again }: { hour: number; again: boolean },
  { now, zone }: Shown,
): boolean {
  if (now < day.start || now >= day.end) return false;
  const there = placeAt(now, day, zone);
  return there.hour === hour && there.again === again;
}

/** Minutes of the hour, by the height in its cell: those of a free slot that is near, or a quarter. */
function snap(y: number, place: Element, slots: Shown['slots']): number {
  const { top, height } = place.getBoundingClientRect();
  const raw = Math.min(59, Math.max(0, ((y - top) / height) * 60));
  const near = slots.find(({ minute }) => Math.abs(minute - raw) < 8);
  return near?.minute ?? Math.floor(raw / 15) * 15;
}

function Quarters({ hour, minute }: { hour: number; minute: number }) {
  const quarters = [0, 15, 30, 45];
  const all = quarters.includes(minute) ? quarters : [...quarters, minute].sort((a, b) => a - b);
  return (
    <div className={weekStyles['quarters']} aria-hidden="true">
      {all.map((one) => (
        <span key={one} data-chosen={one === minute || undefined} style={{ top: `${(one / 60) * 100}%` }}>
          {nameOf(hour, one)}
        </span>
      ))}
    </div>
  );
}

/** Begins a post at the hour or, in the present one, at its next quarter. */
function WriteAt({
  day,
  hour,
  again,
  shown,
}: {
  day: CalendarDay;
  hour: number;
  again: boolean;
  shown: Shown;
}) {
  const { calendar } = useFirstWords();
  const dates = useDates();
  const begin = instantOf(day.day, shown.zone, hour, 0, again);
  if (!shown.canWrite || begin.epochMilliseconds + 3_600_000 <= shown.now) return null;
  const at = begin.epochMilliseconds > shown.now ? begin : quarterFrom(nowAt(shown), 1);
  return (
    <Link
      to="/write"
      search={{
        at: at.toInstant().toString(),
        ...(shown.filters.channels.length > 0 && { channel: shown.filters.channels.join(',') }),
      }}
      className={marksStyles['free']}
      tabIndex={-1}
      preload={false}
      aria-label={calendar.newAt({ time: dates.moment(at) })}
    />
  );
}

function nowAt({ now, zone }: Shown): Zoned {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
}
