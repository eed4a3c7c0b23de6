/** Changes what people set about a channel. */
import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '@belfry/contract/channels.ts';
import { detail } from '@belfry/contract/details.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { pauseLane, resumeLane } from '../../lanes/index.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import { presentChannel } from '../present.ts';
import { type ChannelRow, findChannel } from '../store.ts';
import * as store from './store.ts';

type Change = BodyOf<'updateChannel'>;

/** The fields whose changes the log has. */
const LOGGED = ['posting_times', 'posting_times_by_day', 'display_name', 'position', 'paused_at'] as const;

export async function changeChannel(
  ctx: Pick<Context, 'config' | 'db'>,
  who: Caller,
  id: number,
  change: Change,
): Promise<Channel> {
  allow(who, 'channel.manage');
  if (change.posting_times !== undefined && change.posting_times_by_day) {
    throw invalid([detail('posting_times_by_day', 'times_with_days')]);
  }
  return ctx.db.transaction(async (tx) => {
    orNotFound(await lockWorkspace(tx, who.workspaceId));
    // A new place moves other channels, too.
    const locked = await store.lockChannels(tx, who.workspaceId, change.position === undefined ? id : null);
    const before = orNotFound(locked.find((channel) => channel.id === id));
    await apply(tx, before, change);
    const after = orNotFound(await findChannel(tx, who.workspaceId, id));
    const changed = LOGGED.filter((field) => !isDeepStrictEqual(before[field], after[field]));
    const pick = (row: ChannelRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
    if (changed.length > 0) {
      const data = { before: pick(before), after: pick(after) };
      await recordEvent(tx, 'channel.changed', { ...who, channelId: id, data });
    }
    return presentChannel(ctx, tx, after);
  });
}

async function apply(tx: Tx, channel: ChannelRow, change: Change): Promise<void> {
  await store.saveSettings(tx, {
    ...channel,
    ...timesAfter(channel, change),
    ...(change.display_name !== undefined && { display_name: change.display_name }),
  });
  if (change.position !== undefined) await store.placeChannel(tx, channel, change.position);
  if (change.paused === true) await pauseLane(tx, channel);
  if (change.paused === false) await resumeLane(tx, channel);
}

type Times = Pick<ChannelRow, 'posting_times' | 'posting_times_by_day'>;

/** Clients that know only `posting_times` see the times that hold on every day. */
function timesAfter(channel: Times, { posting_times, posting_times_by_day }: Change): Times {
  if (posting_times_by_day) {
    const byDay = Object.fromEntries(
      weekdays.map((day) => [day, [...posting_times_by_day[day]].sort()]),
    ) as Record<Weekday, string[]>;
    const shared = byDay.mon.filter((time) => weekdays.every((day) => byDay[day].includes(time)));
    return { posting_times: shared, posting_times_by_day: byDay };
  }
  if (posting_times !== undefined)
    return { posting_times: [...posting_times].sort(), posting_times_by_day: null };
  const byDay = posting_times_by_day === null ? null : channel.posting_times_by_day;
  return { posting_times: channel.posting_times, posting_times_by_day: byDay };
}
