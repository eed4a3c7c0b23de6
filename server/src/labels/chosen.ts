/** Locks the labels that a request puts on a post or a file. */
import { type Detail, detail } from '@belfry/contract/details.ts';
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
  const missing = findMissingLabels(ids, known);
  if (missing.length > 0) throw invalid(missing);
  return ids;
}

/** Each label of `label_ids` that does not exist in this workspace. */
export function findMissingLabels(ids: readonly number[], known: Pick<ReadonlySet<number>, 'has'>): Detail[] {
  return ids.flatMap((label_id, at) =>
    known.has(label_id) ? [] : [detail(`label_ids.${at}`, 'unknown_label', { label_id })],
  );
}
