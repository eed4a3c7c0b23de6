/** Free slots of the queue, drawn when one channel is filtered. */
import { useQuery } from '@tanstack/react-query';
import { reading } from '../data/client.ts';
import { Temporal } from '../data/time.ts';
import { nameOf } from './days.ts';
import { windowOf } from './range.ts';
import type { CalendarView } from './view.ts';

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

function place(iso: string, zone: string): FreeSlot {
  const there = Temporal.Instant.from(iso).toZonedDateTimeISO(zone);
  const { hour, minute } = there;
  const day = there.toPlainDate().toString();
  return { at: there.epochMilliseconds, iso, day, hour, minute, time: nameOf(hour, minute) };
}
