/** Free slots of the queue, drawn when one channel is filtered. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reading } from '../data/client.ts';
import { nowIn, Temporal, type Zoned } from '../data/time.ts';
import { nameOf } from './days.ts';
import { daysIn, monthAround, windowOf } from './range.ts';
import type { CalendarView } from './view.ts';

/** Channels of one request at most. */
const MOST_CHANNELS = 100;

export interface FreeSlot {
  /** Milliseconds since 1970. */
  at: number;
  iso: string;
  /** Such as `2026-12-10`. */
  day: string;
  hour: number;
  minute: number;
  time: string;
}

export function useSlots({
  filters,
  days,
  zone,
}: Pick<CalendarView, 'filters' | 'days' | 'zone'>): FreeSlot[] {
  const [channel = 0] = filters.channels;
  const query = { ...windowOf(days), 'channel_ids[]': [channel] };
  const { data } = useQuery({
    ...reading('listSlots', { query }),
    enabled: filters.channels.length === 1,
  });
  if (filters.channels.length !== 1) return [];
  return (data ?? []).filter((slot) => slot.channel_ids_free.length > 0).map((slot) => place(slot.at, zone));
}

/** Free slots of any of the channels that are shown. One channel alone has its slots drawn instead. */
export function useFreeSlots(
  {
    filters,
    days,
    zone,
    view,
    isPhone,
  }: Pick<CalendarView, 'filters' | 'days' | 'zone' | 'view' | 'isPhone'>,
  channels: readonly number[],
  isOn: boolean,
): FreeSlot[] {
  const chosen = (filters.channels.length > 0 ? filters.channels : channels).slice(0, MOST_CHANNELS);
  const enabled = isOn && !isPhone && filters.channels.length !== 1 && (view === 'week' || view === 'day');
  const query = { ...windowOf(days), 'channel_ids[]': chosen };
  const { data } = useQuery({ ...reading('listSlots', { query }), enabled: enabled && chosen.length > 0 });
  if (!enabled) return [];
  return (data ?? []).filter((slot) => slot.channel_ids_free.length > 0).map((slot) => place(slot.at, zone));
}

/** Whether a time is a slot of some channels: free for all of them, or taken. Undefined: it is none, or not known yet. */
export function useSlotAt(
  channels: readonly number[],
  at: Zoned | undefined,
  zone: string,
): (to: Zoned) => 'free' | 'taken' | undefined {
  const day = (at ?? nowIn(zone)).toPlainDate();
  const query = { ...windowOf(daysIn(monthAround(day), zone)), 'channel_ids[]': [...channels] };
  const { data } = useQuery({
    ...reading('listSlots', { query }),
    enabled: at !== undefined && channels.length > 0,
    placeholderData: keepPreviousData,
  });
  return (to) => {
    const slot = data?.find((one) => Date.parse(one.at) === to.epochMilliseconds);
    if (slot === undefined) return undefined;
    return slot.channel_ids_free.length === channels.length ? 'free' : 'taken';
  };
}

function place(iso: string, zone: string): FreeSlot {
  const there = Temporal.Instant.from(iso).toZonedDateTimeISO(zone);
  const { hour, minute } = there;
  const day = there.toPlainDate().toString();
  return { at: there.epochMilliseconds, iso, day, hour, minute, time: nameOf(hour, minute) };
}
