/** All SQL of labels. */
import type { Label } from '@belfry/contract/labels.ts';
import type { Db, Tx } from '../db/database.ts';

export type LabelRow = Label;

/** Without other columns of the row. */
export function presentLabel({ id, name, color }: LabelRow): Label {
  return { id, name, color };
}

interface LabelWrite extends Omit<LabelRow, 'id'> {
  folded: string;
}

const LABEL = 'l.id, l.name, l.color';

export async function listLabels(db: Db, workspaceId: number) {
  return db.rows<LabelRow>(
    `select ${LABEL} from labels l where l.workspace_id = $1 order by l.folded, l.id`,
    [workspaceId],
  );
}

/** Counts the labels and blocks new ones and new names until the transaction ends. */
export async function lockCount(tx: Tx, workspaceId: number): Promise<number> {
  await tx.rows('select id from workspaces where id = $1 for no key update', [workspaceId]);
  const row = await tx.row<{ count: number }>(
    'select count(*) as count from labels where workspace_id = $1',
    [workspaceId],
  );
  return row?.count ?? 0;
}

/** Undefined if the workspace has a label of this name. */
export async function insertLabel(tx: Tx, workspaceId: number, { name, folded, color }: LabelWrite) {
  return tx.row<LabelRow>(
    `insert into labels as l (workspace_id, name, folded, color) values ($1, $2, $3, $4)
     on conflict (workspace_id, folded) do nothing returning ${LABEL}`,
    [workspaceId, name, folded, color],
  );
}

export async function lockLabel(tx: Tx, workspaceId: number, id: number) {
  return tx.row<LabelRow>(
    `select ${LABEL} from labels l where l.workspace_id = $1 and l.id = $2 for no key update`,
    [workspaceId, id],
  );
}

/** Whether another label than `id` has this name. */
export async function hasName(
  tx: Tx,
  workspaceId: number,
  { id, folded }: { id: number; folded: string },
): Promise<boolean> {
  const row = await tx.row('select id from labels where workspace_id = $1 and folded = $2 and id <> $3', [
    workspaceId,
    folded,
    id,
  ]);
  return row !== undefined;
}

export async function writeLabel(
  tx: Tx,
  workspaceId: number,
  { id, name, folded, color }: LabelWrite & { id: number },
): Promise<void> {
  await tx.rows('update labels set name = $3, folded = $4, color = $5 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
    name,
    folded,
    color,
  ]);
}

/** Also takes it off the posts. Undefined if there is no such label. */
export async function deleteLabel(tx: Tx, workspaceId: number, id: number) {
  return tx.row<LabelRow>(`delete from labels l where l.workspace_id = $1 and l.id = $2 returning ${LABEL}`, [
    workspaceId,
    id,
  ]);
}

/** Unknown ones are left out. */
export async function readLabels(db: Db, workspaceId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db.rows<LabelRow>(`select ${LABEL} from labels l where l.workspace_id = $1 and l.id = any($2)`, [
    workspaceId,
    ids,
  ]);
}

/** Locks labels, so that they are not deleted until the transaction ends. Unknown ones are left out. */
export async function lockLabels(tx: Tx, named: readonly { id: number; workspace_id: number }[]) {
  if (named.length === 0) return [];
  return tx.rows<LabelRow & { workspace_id: number }>(
    `select ${LABEL}, l.workspace_id from labels l
     where l.id = any($2) and (l.workspace_id, l.id) in (select * from unnest($1::bigint[], $2::bigint[]))
     order by l.id for key share`,
    [named.map(({ workspace_id }) => workspace_id), named.map(({ id }) => id)],
  );
}

/** The labels of each post that has any, by id. */
export async function labelsOfPosts(
  db: Db,
  workspaceId: number,
  postIds: readonly number[],
): Promise<Map<number, LabelRow[]>> {
  const rows = await db.rows<LabelRow & { post_id: number }>(
    `select a.post_id, ${LABEL} from post_labels a join labels l on l.id = a.label_id
     where a.workspace_id = $1 and a.post_id = any($2) order by l.id`,
    [workspaceId, postIds],
  );
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id);
  return new Map(
    [...byPost].map(([post, labels]) => [post, labels.map(({ post_id: _, ...label }) => label)]),
  );
}
