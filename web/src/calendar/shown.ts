/** What every view of the calendar draws. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Label } from '@belfry/contract/labels.ts';
import type { State } from '@belfry/contract/states.ts';
import { states } from '@belfry/contract/states.ts';
import type { Placed } from './days.ts';
import type { FreeSlot } from './slots.ts';
import type { CalendarView } from './view.ts';

export type PlacedPost = Placed<CalendarPost>;

/** What stays the same while a post is lifted. */
export interface Setting extends CalendarView {
  /** Milliseconds since 1970. */
  now: number;
  slots: readonly FreeSlot[];
  /** All free slots, of whatever channel. Only a week and a day count them. */
  free: readonly FreeSlot[];
  /** The person's zone, where it is shown beside that of the workspace. */
  ownZone: string | undefined;
  channels: ReadonlyMap<number, Channel>;
  labels: ReadonlyMap<number, Label>;
}

export interface Shown extends Setting {
  setting: Setting;
  /** The posts of each day, by its name. */
  placed: ReadonlyMap<string, PlacedPost[]>;
  /** The post that must be drawn although its cell is full. */
  kept: number | undefined;
}

export interface GridProps {
  shown: Shown;
  posts: readonly CalendarPost[];
  isLoading: boolean;
}

/** States that want to be named where there is room for one. */
const SEVERE = states.slice(0, states.indexOf('publishing'));

/** The most severe state of some posts, and how many have it. Undefined: all is well. */
export function worstOf(placed: readonly PlacedPost[]): { state: State; count: number } | undefined {
  const state = SEVERE.find((one) => placed.some(({ post }) => post.state === one));
  if (state === undefined) return undefined;
  return { state, count: placed.filter(({ post }) => post.state === state).length };
}
