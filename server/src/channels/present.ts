import type { Channel } from '@belfry/contract/channels.ts';
import type { Config } from '../base/config.ts';
import { jsonMoment } from '../db/json-moment.ts';
import type { ChannelRow } from './store.ts';

/** The columns of a channel `c` that {@link presentChannel} needs. */
export const SHOWN_CHANNEL = `c.id, c.platform, c.name, c.username, c.avatar_key, c.needs_reconnect, c.posting_times,
  c.limits - 'scopes' as limits,
  ${jsonMoment('c.reconnect_by')} as reconnect_by, ${jsonMoment('c.created_at')} as created_at`;

/** The columns of {@link SHOWN_CHANNEL}. */
export type ShownChannel = Pick<ChannelRow, Exclude<keyof Channel, 'avatar_url'> | 'avatar_key'>;

export function presentChannel({ publicUrl }: Pick<Config, 'publicUrl'>, row: ShownChannel): Channel {
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
    limits: limits as Channel['limits'],
    created_at: row.created_at,
  };
}
