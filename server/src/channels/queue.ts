/** Finds free slots: posting times of a channel that no post has taken, in the workspace's time zone. */

import { detail } from '@belfry/contract/details.ts';
import { weekdays } from '@belfry/contract/weekdays.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { invalid } from '../base/problem.ts';
import type { Db } from '../db/database.ts';
import { nameAll, requireChannels } from './named.ts';
import { type ChannelRow, type DayTime, EVERY_DAY, findFreeSlot } from './store.ts';

/** Days to look ahead: first a month, and only when all of it is taken, three years. */
const HORIZONS = [31, 1100];

/** A preview, which takes no slot. */
export async function nextSlot(ctx: Pick<Context, 'db'>, who: Caller, channelIds: readonly number[]) {
  allow(who, 'post.read');
  const channels = await requireChannels(ctx.db, who, nameAll('channel_ids[]', channelIds));
  return { scheduled_at: await findSlot(ctx.db, who, channels) };
}

/**
 * The first posting time of the first channel that is free on all channels. The slot of the post `except` counts as
 * free. No other transaction can take the same slot if the caller has locked the channels `alone`.
 */
export async function findSlot(
  db: Db,
  who: Caller,
  channels: readonly ChannelRow[],
  except: number | null = null,
): Promise<string> {
  const times = channels.slice(0, 1).flatMap(timesOf);
  if (times.length === 0) {
    const username = channels[0]?.username ?? '';
    throw invalid([detail('queue', 'no_posting_times', { username })]);
  }
  const ask = {
    workspaceId: who.workspaceId,
    timeZone: who.timeZone,
    times,
    channelIds: channels.map(({ id }) => id),
    except,
  };
  for (const days of HORIZONS) {
    const slot = await findFreeSlot(db, { ...ask, days });
    if (slot !== undefined) return slot;
  }
  throw invalid([detail('queue', 'no_free_slot')]);
}

/** Each posting time of a channel with its day. */
export function timesOf({ posting_times, posting_times_by_day }: ChannelRow): DayTime[] {
  if (posting_times_by_day === null) return posting_times.map((time) => ({ day: EVERY_DAY, time }));
  return weekdays.flatMap((name, at) => posting_times_by_day[name].map((time) => ({ day: at + 1, time })));
}
