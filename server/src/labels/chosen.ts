/** Locks the labels that a request puts on a post or a file. */
import { detail } from '@belfry/contract/details.ts';
import { invalid } from '../base/problem.ts';
import type { Tx } from '../db/database.ts';
import { lockLabels } from './store.ts';

/** Throws 422 if they are more than `limit`, or if one is not of the workspace. Returns the ids. */
export async function lockChosen(
  tx: Tx,
  workspaceId: number,
  ids: readonly number[],
  limit: number,
): Promise<readonly number[]> {
  if (ids.length > limit) throw invalid([detail('label_ids', 'too_many_entries', { limit })]);
  const locked = await lockLabels(
    tx,
    ids.map((id) => ({ workspace_id: workspaceId, id })),
  );
  const known = new Set(locked.map(({ id }) => id));
  const unknown = ids.flatMap((label_id, at) =>
    known.has(label_id) ? [] : [detail(`label_ids.${at}`, 'unknown_label', { label_id })],
  );
  if (unknown.length > 0) throw invalid(unknown);
  return ids;
}
