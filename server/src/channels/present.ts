import type { Channel, TargetChannel } from '@belfry/contract/channels.ts';
import { MAX_COUNTED } from '@belfry/contract/counting.ts';
import type { Config } from '../config/index.ts';
import type { Db } from '../db/database.ts';
import { jsonMoment } from '../db/json-moment.ts';
import { countWaitingByLane } from '../lanes/index.ts';
import type { ChannelRow } from './store.ts';

/** The columns of a channel `c` that {@link presentShown} needs. */
export const SHOWN_CHANNEL = `c.id, c.platform, c.name, c.username, c.avatar_key, c.needs_reconnect, c.posting_times,
  c.limits - 'scopes' as limits, c.display_name, ${jsonMoment('c.paused_at')} as paused_at,
  ${jsonMoment('c.reconnect_by')} as reconnect_by, ${jsonMoment('c.created_at')} as created_at`;

/** The columns of {@link SHOWN_CHANNEL}. */
export type ShownChannel = Pick<ChannelRow, Exclude<keyof TargetChannel, 'avatar_url'> | 'avatar_key'>;

/** The channel of a target. */
export function presentShown({ publicUrl }: Pick<Config, 'publicUrl'>, row: ShownChannel): TargetChannel {
  const { scopes: _, ...limits } = row.limits;
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    username: row.username,
    avatar_url: row.avatar_key === null ? null : `${publicUrl}/${row.avatar_key}`,
    needs_reconnect: row.needs_reconnect,
    posting_times: row.posting_times,
    reconnect_by: row.reconnect_by,
    limits: limits as TargetChannel['limits'],
    created_at: row.created_at,
    display_name: row.display_name,
    paused_at: row.paused_at,
  };
}

/** Channels of one workspace, with the number of posts that wait for each. */
export async function presentChannels(
  { config }: { config: Pick<Config, 'publicUrl'> },
  db: Db,
  rows: readonly ChannelRow[],
): Promise<Channel[]> {
  const ids = rows.map(({ id }) => id);
  const waiting = await countWaitingByLane(db, rows[0]?.workspace_id ?? 0, ids, MAX_COUNTED);
  return rows.map((row) => ({
    ...presentShown(config, row),
    posting_times_by_day: row.posting_times_by_day,
    position: row.position,
    last_published_at: row.last_published_at,
    waiting: waiting.get(row.id) ?? 0,
  }));
}

export async function presentChannel(
  ctx: { config: Pick<Config, 'publicUrl'> },
  db: Db,
  row: ChannelRow,
): Promise<Channel> {
  const [channel] = await presentChannels(ctx, db, [row]);
  if (channel === undefined) throw new Error('the channel was not presented');
  return channel;
}
