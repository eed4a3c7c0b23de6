import type { Export } from '@belfry/contract/exports.ts';
import type { ExportRow } from './store.ts';

export function presentExport({
  workspace_id: _workspace,
  storage_key: _key,
  user_id,
  user_name,
  done,
  total,
  bytes,
  ...row
}: ExportRow): Export {
  return { ...row, progress: { done, total, bytes }, requested_by: { id: user_id, name: user_name } };
}
