import type { Channel } from '@belfry/contract/schemas.ts';
import type { ChannelRow } from './store.ts';

export function presentChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    username: row.username,
    avatar_url: row.avatar_url,
    needs_reconnect: row.needs_reconnect,
    posting_times: row.posting_times,
    reconnect_by: row.reconnect_by,
    created_at: row.created_at,
  };
}
