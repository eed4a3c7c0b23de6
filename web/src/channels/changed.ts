/** How the channels look after a change, before the service has answered. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { union, weekOf } from './week.ts';

export type Change = BodyOf<'updateChannel'>;

/** `now`: ISO 8601. */
export function changed(channels: readonly Channel[], id: number, change: Change, now: string): Channel[] {
  const { paused, position, ...fields } = change;
  const after = channels.map((channel) =>
    channel.id === id
      ? { ...channel, ...fields, ...timesAfter(fields), ...pauseAfter(channel, paused, now) }
      : channel,
  );
  return position === undefined ? after : placed(after, id, position);
}

function timesAfter({ posting_times, posting_times_by_day }: Change): Partial<Channel> {
  if (posting_times !== undefined) return { posting_times_by_day: null };
  if (!posting_times_by_day) return {};
  const week = weekOf({ posting_times: [], posting_times_by_day });
  const shared = union(week).filter((time) => Object.values(week).every((times) => times.includes(time)));
  return { posting_times: shared };
}

function pauseAfter({ paused_at }: Channel, paused: boolean | undefined, now: string): Partial<Channel> {
  if (paused === undefined) return {};
  return { paused_at: paused ? (paused_at ?? now) : null };
}

/** `position` counts from 1. */
function placed(channels: readonly Channel[], id: number, position: number): Channel[] {
  const others = channels.filter((channel) => channel.id !== id);
  const moved = channels.filter((channel) => channel.id === id);
  const all = [...others.slice(0, position - 1), ...moved, ...others.slice(position - 1)];
  return all.map((channel, at) => ({ ...channel, position: at + 1 }));
}
