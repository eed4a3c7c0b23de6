/** All SQL of the labels of files. */
import type { Label } from '@belfry/contract/labels.ts';
import type { Db, Tx } from '../../../db/database.ts';

/** By id, of each file that has any. */
export async function labelsOfMedia(
  db: Db,
  workspaceId: number,
  mediaIds: readonly number[],
): Promise<Map<number, Label[]>> {
  if (mediaIds.length === 0) return new Map();
  const rows = await db.rows<Label & { media_id: number }>(
    `select a.media_id, l.id, l.name, l.color from media_labels a join labels l on l.id = a.label_id
     where a.workspace_id = $1 and a.media_id = any($2) order by l.id`,
    [workspaceId, mediaIds],
  );
  const byFile = Map.groupBy(rows, ({ media_id }) => media_id);
  return new Map([...byFile].map(([id, labels]) => [id, labels.map(({ media_id: _, ...label }) => label)]));
}

/** Locks the file against other changes until the transaction ends. Posts can still attach it. */
export async function lockForLabels(tx: Tx, workspaceId: number, id: number) {
  return tx.row<{ id: number }>(
    'select id from media where workspace_id = $1 and id = $2 for no key update',
    [workspaceId, id],
  );
}

/** Replaces the labels of a locked file. */
export async function writeLabels(
  tx: Tx,
  workspaceId: number,
  id: number,
  labelIds: readonly number[],
): Promise<void> {
  await tx.rows(
    `with gone as (
       delete from media_labels where workspace_id = $1 and media_id = $2 and not label_id = any($3))
     insert into media_labels (media_id, label_id, workspace_id) select $2, id, $1 from unnest($3::bigint[]) as id
     on conflict (media_id, label_id) do nothing`,
    [workspaceId, id, labelIds],
  );
}

/** Condition of the files `m` that have at least one of the labels. Both are parameters. */
export const hasLabel = (workspaceId: string, labelIds: string) =>
  `exists (select from media_labels l where l.media_id = m.id and l.workspace_id = ${workspaceId} and l.label_id = any(${labelIds}::bigint[]))`;
