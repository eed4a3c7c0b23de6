/** The SQL of exports, from request to removal. `sections/` has the SQL of their contents. */
import type { Export } from '@belfry/contract/exports.ts';
import type { Db, Tx } from '../../db/database.ts';

export type ExportRow = Omit<Export, 'progress' | 'requested_by'> &
  Export['progress'] & {
    workspace_id: number;
    user_id: number;
    user_name: string;
    storage_key: string | null;
  };

const EXPORT = `e.id, e.workspace_id, e.user_id, u.name as user_name, e.media, e.state, e.done, e.total, e.bytes,
  e.error, e.storage_key, e.size, e.created_at, e.ended_at, e.expires_at`;
const KEPT = '(e.expires_at is null or e.expires_at > clock_now())';
/** The lifetime of a finished export's file, and of a failed export's record. */
const LIFETIME = "interval '7 days'";

/** Undefined if the workspace has a queued or running export. */
export async function insertExport(
  tx: Tx,
  { workspaceId, userId, media }: { workspaceId: number; userId: number; media: boolean },
): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(
    `insert into exports (workspace_id, user_id, media) values ($1, $2, $3)
     on conflict (workspace_id) where state in ('queued', 'running') do nothing returning id`,
    [workspaceId, userId, media],
  );
  return row?.id;
}

export async function listExports(db: Db, workspaceId: number) {
  return db.rows<ExportRow>(
    `select ${EXPORT} from exports e join users u on u.id = e.user_id
     where e.workspace_id = $1 and ${KEPT} order by e.id desc`,
    [workspaceId],
  );
}

/** Counts the person's exports in the workspaces that they own. They cannot delete any others. */
export async function countExportsOf(tx: Tx, userId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `select count(*) as count from members m join exports e on e.workspace_id = m.workspace_id
     where m.user_id = $1 and m.role = 'owner' and e.user_id = $1 and ${KEPT}`,
    [userId],
  );
  return row?.count ?? 0;
}

export async function findExport(db: Db, workspaceId: number, id: number) {
  return db.row<ExportRow>(
    `select ${EXPORT} from exports e join users u on u.id = e.user_id
     where e.workspace_id = $1 and e.id = $2 and ${KEPT}`,
    [workspaceId, id],
  );
}

/** Answers the storage key of its file, or null if it has none. Undefined: there is no such export. */
export async function deleteExport(db: Db, workspaceId: number, id: number) {
  return db.row<{ storage_key: string | null }>(
    'delete from exports where workspace_id = $1 and id = $2 returning storage_key',
    [workspaceId, id],
  );
}

/** Up to 100 expired exports of all workspaces. */
export async function listExpired(db: Db) {
  return db.rows<Pick<ExportRow, 'id' | 'workspace_id'>>(
    'select id, workspace_id from exports where expires_at <= clock_now() order by id limit 100',
  );
}

/** An export on which this worker has the lease. */
export interface ClaimedExport {
  id: number;
  workspace_id: number;
  user_id: number;
  media: boolean;
  lease_id: string;
  /** How often a worker has claimed it, including now. */
  tries: number;
}

/** Claims an export that is due, or whose lease has expired. `lease` in seconds. */
export async function claimExport(db: Db, lease: number) {
  return db.row<ClaimedExport>(
    `with next as (
       select e.id from exports e join workspaces w on w.id = e.workspace_id and w.erased_at is null
       where e.wake_at <= clock_now() order by e.wake_at limit 1 for update of e skip locked)
     update exports e set state = 'running', lease_id = gen_random_uuid(), tries = e.tries + 1,
       wake_at = clock_now() + make_interval(secs => $1), done = 0, total = 0, bytes = 0
     from next where e.id = next.id
     returning e.id, e.workspace_id, e.user_id, e.media, e.lease_id, e.tries`,
    [lease],
  );
}

export interface Progress {
  done: number;
  total: number;
  bytes: number;
}

/** Stores the progress and extends the lease. False if another worker has it, or the export was deleted. */
export async function saveProgress(
  db: Db,
  { id, lease_id }: ClaimedExport,
  lease: number,
  { done, total, bytes }: Progress,
): Promise<boolean> {
  const row = await db.row(
    `update exports set done = $4, total = $5, bytes = $6, wake_at = clock_now() + make_interval(secs => $3)
     where id = $1 and lease_id = $2 returning id`,
    [id, lease_id, lease, done, total, bytes],
  );
  return row !== undefined;
}

/** Marks it as done. False if another worker has the lease, or the export was deleted. */
export async function finishExport(
  tx: Tx,
  { id, lease_id }: ClaimedExport,
  { key, size, total }: { key: string; size: number; total: number },
): Promise<boolean> {
  const row = await tx.row(
    `update exports set state = 'done', storage_key = $3, size = $4, bytes = $4, done = $5, total = $5,
       wake_at = null, lease_id = null, ended_at = clock_now(), expires_at = clock_now() + ${LIFETIME}
     where id = $1 and lease_id = $2 returning id`,
    [id, lease_id, key, size, total],
  );
  return row !== undefined;
}

export async function failExport(db: Db, { id, lease_id }: ClaimedExport, error: string): Promise<void> {
  await db.rows(
    `update exports set state = 'failed', error = $3, wake_at = null, lease_id = null, ended_at = clock_now(),
       expires_at = clock_now() + ${LIFETIME}
     where id = $1 and lease_id = $2`,
    [id, lease_id, error],
  );
}

/** Ends the lease. Any worker can start again after `seconds`. `counts`: whether this counts as a try. */
export async function releaseExport(
  db: Db,
  { id, lease_id }: ClaimedExport,
  { seconds, counts }: { seconds: number; counts: boolean },
): Promise<void> {
  await db.rows(
    `update exports set state = 'queued', wake_at = clock_now() + make_interval(secs => $3), lease_id = null,
       tries = tries - case when $4 then 0 else 1 end
     where id = $1 and lease_id = $2`,
    [id, lease_id, seconds, counts],
  );
}
