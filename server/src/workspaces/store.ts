import type { Role } from '@belfry/contract/roles.ts';
import type { DataOf } from '@belfry/contract/routes.ts';
import type { Db, Tx } from '../db/database.ts';
import { recordEvent } from '../events/index.ts';

export type WorkspaceRow = Omit<DataOf<'getWorkspace'>, 'role'>;

const WORKSPACE = `w.id, w.name, w.time_zone, w.requires_approval, w.allow_self_review, w.grace_hours,
  w.posting_times, w.created_at`;

/** The person's workspaces, in the order in which they joined. */
export async function listWorkspaces(db: Db, userId: number) {
  return db.rows<WorkspaceRow & { role: Role }>(
    `select ${WORKSPACE}, m.role from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = $1 order by m.created_at, w.id`,
    [userId],
  );
}

export async function findWorkspace(db: Db, id: number) {
  return db.row<WorkspaceRow>(
    `select ${WORKSPACE} from workspaces w where w.id = $1 and w.erased_at is null`,
    [id],
  );
}

/** Locks the workspace and its members against other changes. It does not block posts and media. */
export async function lockWorkspace(tx: Tx, id: number) {
  return tx.row<WorkspaceRow>(
    `select ${WORKSPACE} from workspaces w where w.id = $1 and w.erased_at is null for no key update`,
    [id],
  );
}

export async function insertWorkspace(
  tx: Tx,
  workspace: { name: string; timeZone: string; ownerId: number; madeBy: number | null },
): Promise<WorkspaceRow> {
  const row = await tx.row<WorkspaceRow>(
    `insert into workspaces as w (name, time_zone, made_by) values ($1, $2, $3) returning ${WORKSPACE}`,
    [workspace.name, workspace.timeZone, workspace.madeBy],
  );
  if (row === undefined) throw new Error('the workspace was not stored');
  await tx.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
    row.id,
    workspace.ownerId,
  ]);
  await recordEvent(tx, 'workspace.created', {
    workspaceId: row.id,
    userId: workspace.madeBy,
    data: {
      name: row.name,
      ...(workspace.madeBy === null && { by: 'operator', owner_id: workspace.ownerId }),
    },
  });
  return row;
}

/** Counts workspaces that the person owns or created. Deleted ones do not count. */
export async function countWorkspacesOf(tx: Tx, userId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `select count(*) as count from (
       select workspace_id from members where user_id = $1 and role = 'owner'
       union select id from workspaces where made_by = $1 and erased_at is null) as counted`,
    [userId],
  );
  return row?.count ?? 0;
}

/** A condition: no workspace had a lower id, not even a deleted one. */
const isFirst = (id: string) => `not exists (select from workspaces w where w.id < ${id})
       and not exists (select from erasures e where e.workspace_id < ${id})`;

/** Whether the person owns the workspace that the set-up created, the first one ever. */
export async function ownsFirst(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.row(
    `select 1 from members m where m.user_id = $1 and m.role = 'owner'
       and ${isFirst('m.workspace_id')}
     for share of m`,
    [userId],
  );
  return row !== undefined;
}

/** Whether the set-up created this workspace. */
export async function isFirstWorkspace(db: Db, id: number): Promise<boolean> {
  return (await db.row(`select 1 where ${isFirst('$1')}`, [id])) !== undefined;
}

/** The workspace that the set-up created; undefined if it was deleted. */
export async function findFirstWorkspace(db: Db): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(
    `select id from workspaces f where f.erased_at is null and ${isFirst('f.id')}`,
  );
  return row?.id;
}

export type WorkspaceChange = Omit<WorkspaceRow, 'id' | 'created_at'>;

export async function updateWorkspace(tx: Tx, id: number, change: WorkspaceChange): Promise<WorkspaceRow> {
  const row = await tx.row<WorkspaceRow>(
    `update workspaces w set name = $2, time_zone = $3, requires_approval = $4, allow_self_review = $5,
       grace_hours = $6, posting_times = $7
     where w.id = $1 returning ${WORKSPACE}`,
    [
      id,
      change.name,
      change.time_zone,
      change.requires_approval,
      change.allow_self_review,
      change.grace_hours,
      change.posting_times,
    ],
  );
  if (row === undefined) throw new Error('the workspace vanished while it was locked');
  return row;
}

/** PostgreSQL's spelling of the zone, because PostgreSQL computes with it. Undefined: the zone is unknown. */
export async function findTimeZone(db: Db, name: string): Promise<string | undefined> {
  const row = await db.row<{ name: string }>(
    'select name from pg_timezone_names where lower(name) = lower($1)',
    [name],
  );
  return row?.name;
}
