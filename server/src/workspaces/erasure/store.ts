/** All SQL of erasing a workspace: closing it at once, then its rows in batches, and its own row last. */
import type { Erasure } from '@belfry/contract/data-routes.ts';
import type { Db } from '../../db/database.ts';
import { eraseEvents } from '../../events/lookup.ts';

export interface ErasureRow {
  id: number;
  workspace_id: number;
  state: Erasure['state'];
  done: number;
  total: number;
  created_at: string;
  ended_at: string | null;
}

const ERASURE = 'id, workspace_id, state, done, total, created_at, ended_at';

/**
 * From the end of this transaction on nobody belongs to the workspace, so that no key, session or invitation opens it,
 * and no lane of it can be claimed. The workspace must be locked. Answers the erasure.
 */
export async function closeWorkspace(
  tx: Db,
  workspaceId: number,
  userId: number,
  { quiet }: { quiet: number },
): Promise<ErasureRow> {
  // A target that waits cannot be claimed while its lane pauses, and that is looked at for every claim already.
  await tx.rows('select id from channels where workspace_id = $1 order by id for no key update', [
    workspaceId,
  ]);
  await tx.rows(
    `update channels set deleted_at = coalesce(deleted_at, clock_now()), needs_reconnect = true, next_due_at = null,
       paused_until = clock_now() + interval '100 years'
     where workspace_id = $1`,
    [workspaceId],
  );
  await tx.rows('update workspaces set erased_at = clock_now() where id = $1', [workspaceId]);
  await tx.rows('delete from members where workspace_id = $1', [workspaceId]);
  await tx.rows('delete from sign_ins where workspace_id = $1', [workspaceId]);
  await tx.rows('delete from webhooks where workspace_id = $1', [workspaceId]);
  await tx.rows("delete from exports where workspace_id = $1 and state in ('queued', 'running')", [
    workspaceId,
  ]);
  const row = await tx.row<ErasureRow>(
    `insert into erasures (workspace_id, user_id, wake_at)
     values ($1, $2, clock_now() + make_interval(secs => $3)) returning ${ERASURE}`,
    [workspaceId, userId, quiet],
  );
  if (row === undefined) throw new Error('the erasure was not stored');
  return row;
}

/** Only of the person who asked for it: nobody belongs to the workspace any more. */
export async function findErasure(db: Db, userId: number, id: number): Promise<ErasureRow | undefined> {
  return db.row<ErasureRow>(`select ${ERASURE} from erasures where user_id = $1 and id = $2`, [userId, id]);
}

/** An erasure that this worker holds. */
export interface ClaimedErasure {
  id: number;
  workspace_id: number;
  lease_id: string;
  total: number;
  /** Keys of files whose rows are gone already. */
  files: string[];
}

/** Takes one that waits, or whose worker was silent for longer than its lease. */
export async function claimErasure(db: Db, lease: number): Promise<ClaimedErasure | undefined> {
  return db.row<ClaimedErasure>(
    `with next as (
       select id from erasures where wake_at <= clock_now() order by wake_at limit 1 for update skip locked)
     update erasures e set state = 'running', lease_id = gen_random_uuid(),
       wake_at = clock_now() + make_interval(secs => $1)
     from next where e.id = next.id returning e.id, e.workspace_id, e.lease_id, e.total, e.files`,
    [lease],
  );
}

/** False when another has it. */
export async function keepErasure(
  db: Db,
  { id, lease_id }: ClaimedErasure,
  seconds: number,
): Promise<boolean> {
  const row = await db.row(
    `update erasures set wake_at = clock_now() + make_interval(secs => $3)
     where id = $1 and lease_id = $2 returning id`,
    [id, lease_id, seconds],
  );
  return row !== undefined;
}

/** Hands it back, to be gone on with so many seconds from now. */
export async function putBackErasure(
  db: Db,
  { id, lease_id }: ClaimedErasure,
  seconds: number,
): Promise<void> {
  await db.rows(
    `update erasures set wake_at = clock_now() + make_interval(secs => $3), lease_id = null
     where id = $1 and lease_id = $2`,
    [id, lease_id, seconds],
  );
}

/** Notes what a transaction erased, and which files are to go after it. Throws when another has the erasure. */
export async function noteErased(
  tx: Db,
  { id, lease_id }: ClaimedErasure,
  { count, keys }: Erased,
): Promise<void> {
  const row = await tx.row(
    'update erasures set done = done + $3, files = $4 where id = $1 and lease_id = $2 returning id',
    [id, lease_id, count, keys],
  );
  if (row === undefined) throw new Error('the lease was lost');
}

export async function noteTotal(db: Db, { id, workspace_id }: ClaimedErasure): Promise<void> {
  const counts = batches.map(({ table }) => `(select count(*) from ${table} where workspace_id = $2)`);
  await db.rows(`update erasures set total = ${counts.join(' + ')} where id = $1`, [id, workspace_id]);
}

/** True while a worker is at an attempt for one of its targets. */
export async function isPublishing(db: Db, workspaceId: number): Promise<boolean> {
  const row = await db.row(
    `select 1 from channels c join targets t on t.channel_id = c.id
     where c.workspace_id = $1 and t.lease_id is not null and t.wake_at > clock_now() limit 1`,
    [workspaceId],
  );
  return row !== undefined;
}

interface Erased {
  count: number;
  /** Of files that only these rows named. */
  keys: string[];
}

interface Batch {
  table: string;
  erase(tx: Db, workspaceId: number): Promise<Erased>;
}

/**
 * In this order, as some refer to others. What is not named here goes with the workspace's own row: tables with few
 * rows of one workspace. Whoever adds one with very many, or with files, adds it here.
 */
export const batches: readonly Batch[] = [
  { table: 'exports', erase: eraseExports },
  // With their targets, reviews, and what attempts remember.
  { table: 'posts', erase: (tx, id) => eraseRows(tx, 'posts', id, 200) },
  // With what was made of them.
  { table: 'media', erase: eraseMedia },
  // With what opens them.
  { table: 'channels', erase: (tx, id) => eraseRows(tx, 'channels', id, 200) },
  { table: 'idempotency_keys', erase: (tx, id) => eraseRows(tx, 'idempotency_keys', id, 1000) },
  { table: 'events', erase: async (tx, id) => ({ count: await eraseEvents(tx, id, 2000), keys: [] }) },
];

async function eraseRows(tx: Db, table: string, workspaceId: number, limit: number): Promise<Erased> {
  const row = await tx.row<{ count: number }>(
    `with gone as (
       delete from ${table} where workspace_id = $1
         and ctid = any(array(select ctid from ${table} where workspace_id = $1 limit $2)) returning 1)
     select count(*) as count from gone`,
    [workspaceId, limit],
  );
  return { count: row?.count ?? 0, keys: [] };
}

async function eraseExports(tx: Db, workspaceId: number): Promise<Erased> {
  const rows = await tx.rows<{ storage_key: string | null }>(
    'delete from exports where workspace_id = $1 returning storage_key',
    [workspaceId],
  );
  return { count: rows.length, keys: rows.flatMap(({ storage_key }) => storage_key ?? []) };
}

async function eraseMedia(tx: Db, workspaceId: number): Promise<Erased> {
  // Locked first: what is being made of one is named by a row that the next statement sees, or by none.
  const media = await tx.rows<{ id: number; storage_key: string }>(
    'select id, storage_key from media where workspace_id = $1 order by id limit 100 for update',
    [workspaceId],
  );
  const ids = media.map(({ id }) => id);
  const made = await tx.rows<{ storage_key: string }>(
    `select storage_key from renditions
     where workspace_id = $1 and media_id = any($2) and storage_key is not null`,
    [workspaceId, ids],
  );
  await tx.rows('delete from media where workspace_id = $1 and id = any($2)', [workspaceId, ids]);
  return { count: media.length, keys: [...media, ...made].map(({ storage_key }) => storage_key) };
}

/** Nobody can add rows to it until the transaction ends. */
export async function lockErased(tx: Db, workspaceId: number): Promise<void> {
  await tx.rows('select id from workspaces where id = $1 for update', [workspaceId]);
}

/** True while there is anything that goes in batches, but for events, which take no lock. */
export async function isLeft(tx: Db, workspaceId: number): Promise<boolean> {
  const tables = batches.filter(({ table }) => table !== 'events');
  const each = tables.map(({ table }) => `exists (select from ${table} where workspace_id = $1)`);
  const row = await tx.row<{ left: boolean }>(`select ${each.join(' or ')} as left`, [workspaceId]);
  return row?.left === true;
}

/** The workspace's own row, with all that still refers to it. */
export async function eraseWorkspace(tx: Db, workspaceId: number): Promise<void> {
  await tx.rows('delete from workspaces where id = $1', [workspaceId]);
}

/** That it was erased, who asked for it and when, is what stays. */
export async function endErasure(tx: Db, { id }: ClaimedErasure): Promise<void> {
  await tx.rows(
    `update erasures set state = 'done', total = done, files = '{}', wake_at = null, lease_id = null,
       ended_at = clock_now()
     where id = $1`,
    [id],
  );
}
