import type { Export } from '@belfry/contract/exports.ts';
import type { ExportRow } from './store.ts';

export function presentExport(row: ExportRow): Export {
  const { id, media, state, done, total, bytes, size, error, created_at, ended_at, expires_at } = row;
  return {
    id,
    media,
    state,
    progress: { done, total, bytes },
    size,
    error,
    requested_by: { id: row.user_id, name: row.user_name },
    created_at,
    ended_at,
    expires_at,
  };
}
