/** Lists the slots of a window: posting times that are still ahead, with the posts that have taken them. */
import { detail } from '@belfry/contract/details.ts';
import type { QueryOf } from '@belfry/contract/routes.ts';
import { MAX_SLOT_DAYS, MAX_SLOTS, type Slot } from '@belfry/contract/slots.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid } from '../../base/problem.ts';
import { readEnd, readStart } from '../../text/moment.ts';
import { nameAll, requireChannels } from '../named.ts';
import { timesOf } from '../queue.ts';
import { listTimes } from './store.ts';

const DAY = 86_400_000;

interface Window {
  from: string;
  to: string;
}

/** Of the window from `from` to `to`, both included. */
export async function listSlots(
  { db }: Pick<Context, 'db'>,
  who: Caller,
  query: QueryOf<'listSlots'>,
): Promise<{ data: Slot[]; truncated: boolean }> {
  allow(who, 'post.read');
  const window = readWindow(query);
  const channelIds = query['channel_ids[]'];
  const channels = await requireChannels(db, who, nameAll('channel_ids[]', channelIds));
  const times = channels.flatMap((channel) =>
    timesOf(channel).map((each) => ({ ...each, channelId: channel.id })),
  );
  const { workspaceId, timeZone } = who;
  // One more row shows whether the list was cut.
  const rows = await listTimes(db, {
    workspaceId,
    timeZone,
    channelIds,
    times,
    ...window,
    limit: MAX_SLOTS + 1,
  });
  const data = rows.slice(0, MAX_SLOTS).map(({ at, channel_ids, taken }) => ({
    at,
    channel_ids: inOrder(channelIds, new Set(channel_ids)),
    channel_ids_free: inOrder(
      channelIds,
      new Set(channelIds).difference(new Set(taken.map((each) => each.channel_id))),
    ),
    taken_by: [...new Set(taken.map(({ post_id }) => post_id))],
  }));
  return { data, truncated: rows.length > MAX_SLOTS };
}

function readWindow(query: Pick<QueryOf<'listSlots'>, 'from' | 'to'>): Window {
  const [from, to] = [readStart(query.from), readEnd(query.to)];
  if (from === undefined || to === undefined) throw new Error('the schema let a malformed time pass');
  const span = Date.parse(to) - Date.parse(from);
  if (span < 0) throw invalid([detail('to', 'window_backwards')]);
  // An hour more, because a window of local days is an hour longer when the clocks go back.
  if (span > MAX_SLOT_DAYS * DAY + DAY / 24) {
    throw invalid([detail('to', 'window_too_long', { days: MAX_SLOT_DAYS })]);
  }
  return { from, to };
}

function inOrder(ids: readonly number[], chosen: ReadonlySet<number>): number[] {
  return ids.filter((id) => chosen.has(id));
}
