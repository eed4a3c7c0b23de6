import type { Key } from '@belfry/contract/keys.ts';
import type { KeyRow } from './store.ts';

/** Contains neither the key nor its hash. */
export function presentKey(row: KeyRow): Key {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    channel_ids: row.channel_ids,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    member: { id: row.user_id, name: row.member_name },
    rotated_from: row.rotated_from,
    replaced_by: row.replaced_by,
    made_with: row.made_with,
  };
}
