/** What is seen while a post is dragged: its new time at the pointer, and the edges that turn the page. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Temporal, type Zoned } from '../data/time.ts';
import { type CalendarDay, instantOf } from './days.ts';
import { isPast, useDeskOf } from './desk.tsx';
import { type Dragged, usePlace, useWatch } from './drag.ts';
import styles from './dragging.module.css';
import { unplanPost } from './moves.ts';
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
  const navigate = useNavigate();
  const [over, setOver] = useState<{ x: number; y: number; time: string }>();
  const timeOf = (spot: Spot | undefined, post?: Dragged) => timeAt(spot, post, view.zone, slots);
  useWatch({
    onMove: ({ x, y }, at, post) => {
      document.documentElement.dataset['dragging'] = 'true';
      const to = timeOf(at as Spot | undefined, post);
      setOver({ x, y, time: to === undefined ? '' : desk.said.dates.moment(to) });
    },
    onDrop: (post, at) => {
      const spot = at as Spot | undefined;
      const to = timeOf(spot, post);
      if (to !== undefined) desk.drop(post, to);
      else if (spot?.kind === 'shelf' && post.at !== undefined) void unplanPost(post, desk.said);
    },
    onText: (text, at) => {
      const spot = at as Spot | undefined;
      const to = timeOf(spot);
      if (to === undefined && spot?.kind !== 'shelf') return;
      const when = to !== undefined && !isPast(to) ? { at: to.toInstant().toString() } : {};
      void navigate({ to: '/write', search: { text, ...when } });
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

/** On a day, a post keeps its time of day. A draft without one gets a free slot, or noon. */
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
  return instantOf(spot.day.day, zone, free?.hour ?? 12, free?.minute ?? 0);
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
