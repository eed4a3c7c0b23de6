/** What is seen while a post is dragged: its new time at the pointer, and the edges that turn the page. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Temporal, type Zoned } from '../data/time.ts';
import { type CalendarDay, instantOf } from './days.ts';
import { isPast, useDeskOf } from './desk.tsx';
import { attach, type Dragged } from './drag.ts';
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
  const dragged = useRef<Dragged>(undefined);
  const timeOf = (spot: Spot | undefined, post?: Dragged) => timeAt(spot, post, view.zone, slots);
  const onMove = useEffectEvent((x: number, y: number, spot: Spot | undefined) => {
    document.documentElement.dataset['dragging'] = 'true';
    const to = timeOf(spot, dragged.current);
    setOver({ x, y, time: to === undefined ? '' : desk.said.dates.moment(to) });
  });
  const onDrop = useEffectEvent((post: Dragged, spot: Spot | undefined) => {
    if (spot?.kind === 'shelf') {
      if (post.at !== undefined) void unplanPost(post, desk.said);
      return;
    }
    const to = timeOf(spot, post);
    if (to !== undefined) desk.drop(post, to);
  });
  const onText = useEffectEvent((text: string, spot: Spot | undefined) => {
    const to = timeOf(spot);
    if (to === undefined && spot?.kind !== 'shelf') return;
    const at = to !== undefined && !isPast(to) ? { at: to.toInstant().toString() } : {};
    void navigate({ to: '/write', search: { text, ...at } });
  });
  useEffect(
    () =>
      attach((dnd) =>
        dnd.watch({
          onMove: ({ x, y }, at) => onMove(x, y, at as Spot | undefined),
          onDrop: (post, at) => onDrop(post, at as Spot | undefined),
          onText: (text, at) => onText(text, at as Spot | undefined),
          onEnd: () => {
            delete document.documentElement.dataset['dragging'];
            setOver(undefined);
          },
        }),
      ),
    [],
  );
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
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const turn = useEffectEvent(onHold);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = element.current;
    if (place === null) return undefined;
    const stop = () => {
      clearInterval(timer.current);
      timer.current = undefined;
    };
    const end = attach((dnd) =>
      dnd.makePlace(place, {
        at: () => ({ kind: 'edge', step }) satisfies Spot,
        onOver: (at) => {
          if (at === undefined) return stop();
          if (timer.current !== undefined) return undefined;
          timer.current = setInterval(() => turn(), HOLD);
          return undefined;
        },
      }),
    );
    return () => {
      stop();
      end();
    };
  }, [step]);
  return <div ref={element} className={styles['edge']} data-step={step} />;
}
