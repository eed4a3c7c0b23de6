/** The SQL that erases a workspace: closes it at once, then deletes its rows in batches, and its own row last. */
import type { Erasure } from '@belfry/contract/erasures.ts';
import { eraseGrants } from '../../channels/index.ts';
import type { Db, Tx } from '../../db/database.ts';
import { eraseEvents } from '../../events/index.ts';
import { stopLanes } from '../../lanes/index.ts';

export type ErasureRow = Omit<Erasure, 'progress'> & Erasure['progress'];

const ERASURE = 'id, workspace_id, state, done, total, created_at, ended_at';

/**
 * Removes all members, so that no key, session or invitation gives access, and stops all lanes. The caller must have
 * locked the workspace. `delay`: seconds until the erasure starts. Answers the erasure.
 */
export async function closeWorkspace(
  tx: Tx,
  workspaceId: number,
  userId: number,
  { delay }: { delay: number },
): Promise<ErasureRow> {
  await stopLanes(tx, workspaceId);
  await tx.rows(
    `update channels set deleted_at = coalesce(deleted_at, clock_now()), needs_reconnect = true
     where workspace_id = $1`,
    [workspaceId],
  );
  await tx.rows('update workspaces set erased_at = clock_now() where id = $1', [workspaceId]);
  await tx.rows('delete from members where workspace_id = $1', [workspaceId]);
  await tx.rows('delete from sign_ins where workspace_id = $1', [workspaceId]);
  await tx.rows('delete from account_choices where workspace_id = $1', [workspaceId]);
  await tx.rows('delete from webhooks where workspace_id = $1', [workspaceId]);
  await tx.rows("delete from exports where workspace_id = $1 and state in ('queued', 'running')", [
    workspaceId,
  ]);
  const row = await tx.row<ErasureRow>(
    `insert into erasures (workspace_id, user_id, wake_at)
     values ($1, $2, clock_now() + make_interval(secs => $3)) returning ${ERASURE}`,
    [workspaceId, userId, delay],
  );
  if (row === undefined) throw new Error('the erasure was not stored');
  return row;
}

/** Only for the person who requested it, because the workspace has no members any more. */
export async function findErasure(db: Db, userId: number, id: number) {
  return db.row<ErasureRow>(`select ${ERASURE} from erasures where user_id = $1 and id = $2`, [userId, id]);
}

/** An erasure on which this worker has the lease. */
export interface ClaimedErasure {
  id: number;
  workspace_id: number;
  lease_id: string;
  total: number;
  /** Storage keys of files whose rows are deleted already. */
  files: string[];
}

/** Claims an erasure that is due, or whose lease has expired. `lease` in seconds. */
export async function claimErasure(db: Db, lease: number) {
  return db.row<ClaimedErasure>(
    `with next as (
       select id from erasures where wake_at <= clock_now() order by wake_at limit 1 for update skip locked)
     update erasures e set state = 'running', lease_id = gen_random_uuid(),
       wake_at = clock_now() + make_interval(secs => $1)
     from next where e.id = next.id returning e.id, e.workspace_id, e.lease_id, e.total, e.files`,
    [lease],
  );
}

/** Extends the lease. False if another worker has it. */
export async function extendErasureLease(
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

/** Ends the lease. Any worker can continue after `seconds`. */
export async function releaseErasure(
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

/** Stores what a transaction erased, and the files to remove after it. Throws if another worker has the lease. */
export async function recordErased(
  tx: Tx,
  { id, lease_id }: ClaimedErasure,
  { count, keys }: Erased,
): Promise<void> {
  const row = await tx.row(
    'update erasures set done = done + $3, files = $4 where id = $1 and lease_id = $2 returning id',
    [id, lease_id, count, keys],
  );
  if (row === undefined) throw new Error('the lease was lost');
}

export async function recordTotal(db: Db, { id, workspace_id }: ClaimedErasure): Promise<void> {
  const counts = batches.map(({ table }) => `(select count(*) from ${table} where workspace_id = $2)`);
  await db.rows(`update erasures set total = ${counts.join(' + ')} where id = $1`, [id, workspace_id]);
}

interface Erased {
  count: number;
  /** Storage keys of files that no other row names. */
  keys: string[];
}

interface Batch {
  table: string;
  /** `revoking`: the networks at which logins must be ended. */
  erase(tx: Tx, workspaceId: number, revoking: readonly string[]): Promise<Erased>;
}

/**
 * In this order, because some tables refer to others. Deleting the workspace's own row deletes the rows of all other
 * tables. A new table with very many rows for a workspace, or with files, needs an entry here.
 */
export const batches: readonly Batch[] = [
  { table: 'exports', erase: eraseExports },
  // Also deletes their targets, reviews and journals.
  { table: 'posts', erase: (tx, id) => eraseRows(tx, 'posts', id, 200) },
  { table: 'search_marks', erase: (tx, id) => eraseRows(tx, 'search_marks', id, 1000) },
  { table: 'bin', erase: (tx, id) => eraseRows(tx, 'bin', id, 200) },
  { table: 'link_cards', erase: eraseLinkCards },
  // Also deletes their slices.
  { table: 'uploads', erase: eraseUploads },
  // Also deletes their renditions.
  { table: 'media', erase: eraseMedia },
  {
    table: 'grants',
    erase: async (tx, id, revoking) => ({ count: await eraseGrants(tx, id, revoking, 200), keys: [] }),
  },
  { table: 'channels', erase: eraseChannels },
  { table: 'idempotency_keys', erase: (tx, id) => eraseRows(tx, 'idempotency_keys', id, 1000) },
  { table: 'events', erase: async (tx, id) => ({ count: await eraseEvents(tx, id, 2000), keys: [] }) },
];

async function eraseRows(tx: Tx, table: string, workspaceId: number, limit: number): Promise<Erased> {
  const row = await tx.row<{ count: number }>(
    `with deleted as (
       delete from ${table} where workspace_id = $1
         and ctid = any(array(select ctid from ${table} where workspace_id = $1 limit $2)) returning 1)
     select count(*) as count from deleted`,
    [workspaceId, limit],
  );
  return { count: row?.count ?? 0, keys: [] };
}

async function eraseExports(tx: Tx, workspaceId: number): Promise<Erased> {
  const rows = await tx.rows<{ storage_key: string | null }>(
    'delete from exports where workspace_id = $1 returning storage_key',
    [workspaceId],
  );
  return { count: rows.length, keys: rows.flatMap(({ storage_key }) => storage_key ?? []) };
}

async function eraseChannels(tx: Tx, workspaceId: number): Promise<Erased> {
  const rows = await tx.rows<{ avatar_key: string | null }>(
    `delete from channels where workspace_id = $1
       and ctid = any(array(select ctid from channels where workspace_id = $1 limit 200)) returning avatar_key`,
    [workspaceId],
  );
  return { count: rows.length, keys: rows.flatMap(({ avatar_key }) => avatar_key ?? []) };
}

async function eraseLinkCards(tx: Tx, workspaceId: number): Promise<Erased> {
  const rows = await tx.rows<{ image_key: string | null }>(
    `delete from link_cards where workspace_id = $1
       and ctid = any(array(select ctid from link_cards where workspace_id = $1 limit 200)) returning image_key`,
    [workspaceId],
  );
  return { count: rows.length, keys: rows.flatMap(({ image_key }) => image_key ?? []) };
}

async function eraseUploads(tx: Tx, workspaceId: number): Promise<Erased> {
  // Lock the uploads first, so that no request can add a slice afterwards.
  const uploads = await tx.rows<{ id: number }>(
    'select id from uploads where workspace_id = $1 order by id limit 10 for update',
    [workspaceId],
  );
  const ids = uploads.map(({ id }) => id);
  const slices = await tx.rows<{ storage_key: string }>(
    'select storage_key from upload_slices where workspace_id = $1 and upload_id = any($2)',
    [workspaceId, ids],
  );
  await tx.rows('delete from uploads where workspace_id = $1 and id = any($2)', [workspaceId, ids]);
  return { count: uploads.length, keys: slices.map(({ storage_key }) => storage_key) };
}

async function eraseMedia(tx: Tx, workspaceId: number): Promise<Erased> {
  // Lock the media first, so that the next statement sees every rendition: no request can add one afterwards.
  const media = await tx.rows<{ id: number; storage_key: string }>(
    'select id, storage_key from media where workspace_id = $1 order by id limit 100 for update',
    [workspaceId],
  );
  const ids = media.map(({ id }) => id);
  const renditions = await tx.rows<{ storage_key: string }>(
    `select storage_key from renditions
     where workspace_id = $1 and media_id = any($2) and storage_key is not null`,
    [workspaceId, ids],
  );
  await tx.rows('delete from media where workspace_id = $1 and id = any($2)', [workspaceId, ids]);
  return { count: media.length, keys: [...media, ...renditions].map(({ storage_key }) => storage_key) };
}

/** Until the transaction ends, no other transaction can add rows to the workspace. */
export async function lockErasedWorkspace(tx: Tx, workspaceId: number): Promise<void> {
  await tx.rows('select id from workspaces where id = $1 for update', [workspaceId]);
}

/** True while any table in `batches` has rows, except events, which are inserted without a lock. */
export async function hasRows(tx: Tx, workspaceId: number): Promise<boolean> {
  const tables = batches.filter(({ table }) => table !== 'events');
  const each = tables.map(({ table }) => `exists (select from ${table} where workspace_id = $1)`);
  const row = await tx.row<{ found: boolean }>(`select ${each.join(' or ')} as found`, [workspaceId]);
  return row?.found === true;
}

/** Deletes the workspace's own row, and all rows that still refer to it. */
export async function eraseWorkspace(tx: Tx, workspaceId: number): Promise<void> {
  await tx.rows('delete from workspaces where id = $1', [workspaceId]);
}

/** The record stays: it says who requested the erasure, and when. */
export async function endErasure(tx: Tx, { id }: ClaimedErasure): Promise<void> {
  await tx.rows(
    `update erasures set state = 'done', total = done, files = '{}', wake_at = null, lease_id = null,
       ended_at = clock_now()
     where id = $1`,
    [id],
  );
}
