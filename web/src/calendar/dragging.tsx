/** What is seen while a post is dragged: its new time at the pointer, and the edges that turn the page. */
import { useEffect, useEffectEvent, useState } from 'react';
import { nowIn, Temporal, type Zoned } from '../data/time.ts';
import { useBeginning } from './beginning.ts';
import { type CalendarDay, instantOf } from './days.ts';
import { useDeskOf } from './desk.tsx';
import { type Dragged, usePlace, useWatch } from './drag.ts';
import styles from './dragging.module.css';
import { isPast } from './movable.ts';
import { type Said, unplanPost } from './moves.ts';
import type { FreeSlot } from './slots.ts';
import type { CalendarView } from './view.ts';

/** Milliseconds after which an edge turns the page. */
const HOLD = 600;

export type Spot =
  | { kind: 'time'; day: CalendarDay; hour: number; minute: number; again: boolean }
  | { kind: 'day'; day: CalendarDay }
  | { kind: 'shelf' }
  | { kind: 'edge'; step: 1 | -1 };

export function Dragging({ view, slots }: { view: CalendarView; slots: readonly FreeSlot[] }) {
  const desk = useDeskOf();
  const begin = useBeginning(view);
  const [over, setOver] = useState<{ x: number; y: number; time: string }>();
  const timeOf = (spot: Spot | undefined, post?: Dragged) => timeAt(spot, post, view.zone, slots);
  useWatch({
    onMove: ({ x, y }, at, post) => {
      document.documentElement.dataset['dragging'] = post === undefined ? 'new' : 'post';
      const to = timeOf(at as Spot | undefined, post);
      setOver({ x, y, time: to === undefined ? '' : timeNamed(to, desk.said) });
    },
    onDrop: (post, at) => {
      const spot = at as Spot | undefined;
      const to = timeOf(spot, post);
      if (to !== undefined) desk.drop(post, to);
      else if (spot?.kind === 'shelf' && post.at !== undefined) void unplanPost(post, desk.said);
    },
    onBring: (brought, at) => {
      const spot = at as Spot | undefined;
      const to = timeOf(spot);
      if (to !== undefined || spot?.kind === 'shelf') void begin(brought, to);
    },
    onEnd: () => {
      delete document.documentElement.dataset['dragging'];
      setOver(undefined);
    },
  });
  return (
    <>
      <Edge step={-1} onHold={() => view.page(-1)} />
      <Edge step={1} onHold={() => view.page(1)} />
      {over !== undefined && over.time !== '' && (
        <p className={styles['pointer']} style={{ translate: `${over.x + 12}px ${over.y + 16}px` }}>
          {over.time}
        </p>
      )}
    </>
  );
}

function timeNamed(to: Zoned, { words, dates }: Said): string {
  const note = isPast(to) ? words.calendar.lift.past() : '';
  return words.calendar.lift.at({ time: dates.moment(to), note });
}

/** On a day, a post keeps its time of day. What has none gets a free slot, or noon, or what is left of today. */
function timeAt(
  spot: Spot | undefined,
  post: Dragged | undefined,
  zone: string,
  slots: readonly FreeSlot[],
): Zoned | undefined {
  if (spot?.kind === 'time') return instantOf(spot.day.day, zone, spot.hour, spot.minute, spot.again);
  if (spot?.kind !== 'day') return undefined;
  if (post?.at !== undefined) {
    const { hour, minute } = Temporal.Instant.from(post.at).toZonedDateTimeISO(zone);
    return instantOf(spot.day.day, zone, hour, minute);
  }
  const free = slots.find(({ day }) => day === spot.day.name);
  const at = instantOf(spot.day.day, zone, free?.hour ?? 12, free?.minute ?? 0);
  const next = nowIn(zone).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  return isPast(at) && next.toPlainDate().equals(spot.day.day) ? next : at;
}

function Edge({ step, onHold }: { step: 1 | -1; onHold: () => void }) {
  const turn = useEffectEvent(onHold);
  const [isOver, setOver] = useState(false);
  const place = usePlace<HTMLDivElement>(
    { at: () => ({ kind: 'edge', step }) satisfies Spot, onOver: (at) => setOver(at !== undefined) },
    true,
  );
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setInterval(() => turn(), HOLD);
    return () => clearInterval(timer);
  }, [isOver]);
  return <div ref={place} className={styles['edge']} data-step={step} />;
}
