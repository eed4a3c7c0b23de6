import type { Channel } from '@belfry/contract/channels.ts';
import { jsonMoment } from '../db/json-moment.ts';
import type { ChannelRow } from './store.ts';

/** Columns of a channel `c`. As JSON, they are what {@link presentChannel} returns. */
export const SHOWN_CHANNEL = `c.id, c.platform, c.name, c.username, c.avatar_url, c.needs_reconnect, c.posting_times,
  c.limits - 'scopes' as limits,
  ${jsonMoment('c.reconnect_by')} as reconnect_by, ${jsonMoment('c.created_at')} as created_at`;

export function presentChannel(row: ChannelRow): Channel {
  const { scopes: _, ...limits } = row.limits;
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    username: row.username,
    avatar_url: row.avatar_url,
    needs_reconnect: row.needs_reconnect,
    posting_times: row.posting_times,
    reconnect_by: row.reconnect_by,
    limits: limits as Channel['limits'],
    created_at: row.created_at,
  };
}
