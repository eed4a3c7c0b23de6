/** What the person is doing in the calendar: lifting a post, selecting some, asking for the acts of one. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { createContext, use, useState } from 'react';
import { useActs } from '../app/acts.ts';
import { useNetworkNames } from '../app/start.ts';
import { Temporal, type Zoned } from '../data/time.ts';
import { useMedia, WIDE } from '../look/media.ts';
import { useDates } from '../words/dates.ts';
import { useFirstWords } from '../words/words.ts';
import type { CalendarDay } from './days.ts';
import { isMovable, isPast } from './movable.ts';
import type { Movable, Said } from './moves.ts';
import { useSlotAt } from './slots.ts';
import type { CalendarView } from './view.ts';

/** A post in the hand of somebody who works with keys. */
export interface Lift {
  post: CalendarPost;
  to: Zoned;
}

export type Anchor = Element | { getBoundingClientRect: () => DOMRect };

/** What is open for one post. */
export interface Open {
  kind: 'menu' | 'move' | 'publish';
  post: Movable;
  anchor: Anchor;
}

/** The list of one day beside its cell. */
export interface Peek {
  day: CalendarDay;
  anchor: HTMLElement;
}

export interface Desk {
  said: Said;
  lift: Lift | undefined;
  /** The post that was moved last: it is drawn although its cell is full. */
  kept: number | undefined;
  /** The posts as they would be if the lifted one were put down here. */
  lifted(posts: readonly CalendarPost[]): readonly CalendarPost[];
  begin(post: CalendarPost): void;
  moveLift(to: Zoned): void;
  putDown(): void;
  putBack(): void;
  /** Moves a post, unless its new time has passed. */
  drop(post: Movable, to: Zoned): void;
  selected: ReadonlySet<number>;
  /** Spoken, as is every change of the selection. */
  select(ids: Iterable<number>): void;
  toggle(id: number): void;
  open: Open | undefined;
  setOpen(open: Open | undefined): void;
  peek: Peek | undefined;
  setPeek(peek: Peek | undefined): void;
  spoken: string;
  isShelfOpen: boolean;
  toggleShelf(): void;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDeskOf(): Desk {
  const desk = use(DeskContext);
  if (desk === undefined) throw new Error('This is no part of a calendar.');
  return desk;
}

const SHELF = 'belfry.shelf';

/** Of a calendar, or of another page that shows posts. */
type Surroundings = Pick<CalendarView, 'zone' | 'days' | 'go'>;

export function useDesk(view: Surroundings, posts: readonly CalendarPost[]): Desk {
  const words = useFirstWords();
  const dates = useDates();
  const said = { words, dates, networkOf: useNetworkNames() };
  const [spoken, speak] = useSpoken();
  const [kept, keep] = useState<number>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<Open>();
  const [peek, setPeek] = useState<Peek>();
  const isWide = useMedia(WIDE);
  const [shelf, setShelf] = useState(() => localStorage.getItem(SHELF) !== 'closed');
  const [isOver, setOver] = useState(false);
  const drop = (post: Movable, to: Zoned) => {
    keep(post.id);
    void dropLater(post, to, said, setOpen);
  };
  const lifting = useLift(view, said, { speak, drop });
  const known = new Set(posts.map(({ id }) => id));
  const shown = new Set([...selected].filter((id) => known.has(id)));
  const select = (ids: Iterable<number>) => {
    const chosen = new Set(ids);
    setSelected(chosen);
    speak(words.calendar.many.selected({ count: chosen.size }));
  };
  return {
    ...lifting,
    kept: lifting.lift?.post.id ?? kept,
    said,
    spoken,
    open,
    setOpen,
    peek,
    setPeek,
    drop,
    selected: shown,
    select,
    toggle: (id) => select(shown.symmetricDifference(new Set([id]))),
    isShelfOpen: isWide ? shelf : isOver,
    toggleShelf: () => {
      if (!isWide) return setOver(!isOver);
      localStorage.setItem(SHELF, shelf ? 'closed' : 'open');
      setShelf(!shelf);
    },
  };
}

/** An act tells something newer than what was spoken before it. */
function useSpoken() {
  const [last] = useActs();
  const [told, note] = useState(0);
  const [spoken, speak] = useState('');
  if (last !== undefined && last.id > told) {
    note(last.id);
    speak('');
  }
  return [spoken, speak] as const;
}

function useLift(
  view: Surroundings,
  said: Said,
  { speak, drop }: { speak: (text: string) => void; drop: Desk['drop'] },
) {
  const [lift, setLift] = useState<Lift>();
  const { words, dates } = said;
  const say = words.calendar.lift;
  const channels = lift?.post.channels.map(({ id }) => id) ?? [];
  const slotAt = useSlotAt(channels, lift?.to, view.zone);
  const noteOf = (to: Zoned) => {
    if (isPast(to)) return say.past();
    const slot = slotAt(to);
    return slot === undefined ? '' : { free: say.freeSlot, taken: say.takenSlot }[slot]();
  };
  return {
    lift,
    lifted: (posts: readonly CalendarPost[]) =>
      lift === undefined ? posts : [...posts.filter(({ id }) => id !== lift.post.id), raised(lift)],
    begin: (post: CalendarPost) => {
      if (!isMovable(post.state)) {
        speak(words.calendar.failed.fixed({ state: words.states[post.state]() }));
        return;
      }
      const to = Temporal.Instant.from(post.at).toZonedDateTimeISO(view.zone);
      setLift({ post, to });
      speak(say.begun({ time: dates.moment(to) }));
    },
    moveLift: (to: Zoned) => {
      if (lift === undefined) return;
      setLift({ ...lift, to });
      speak(say.at({ time: dates.moment(to), note: noteOf(to) }));
      const day = to.toPlainDate();
      if (!view.days.some((one) => one.day.equals(day))) view.go({ day, replace: true });
    },
    putDown: () => {
      if (lift === undefined) return;
      setLift(undefined);
      speak(say.down({ time: dates.moment(lift.to) }));
      drop(lift.post, lift.to);
    },
    putBack: () => {
      if (lift === undefined) return;
      setLift(undefined);
      speak(say.back({ time: dates.momentOf(lift.post.at) }));
    },
  };
}

function raised({ post, to }: Lift): CalendarPost {
  return { ...post, at: to.toInstant().toString() };
}

/** With what is loaded when the browser is idle. The compiler passes over a hook that loads something itself. */
async function dropLater(post: Movable, to: Zoned, said: Said, setOpen: Desk['setOpen']): Promise<void> {
  const { dropAt } = await import('./moves.ts');
  await dropAt(post, to, said, setOpen);
}
