import type { Db } from '../db/database.ts';
import { recordEvent } from '../events/lookup.ts';
import type { Role } from './roles.ts';

export interface WorkspaceRow {
  id: number;
  name: string;
  time_zone: string;
  requires_approval: boolean;
  allow_self_review: boolean;
  grace_hours: number;
  posting_times: string[];
  created_at: string;
}

const WORKSPACE = `w.id, w.name, w.time_zone, w.requires_approval, w.allow_self_review, w.grace_hours,
  w.posting_times, w.created_at`;

/** Of a person, the first that they joined first. */
export async function listWorkspaces(db: Db, userId: number): Promise<(WorkspaceRow & { role: Role })[]> {
  return db.rows<WorkspaceRow & { role: Role }>(
    `select ${WORKSPACE}, m.role from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = $1 order by m.created_at, w.id`,
    [userId],
  );
}

export async function findWorkspace(db: Db, id: number): Promise<WorkspaceRow | undefined> {
  return db.row<WorkspaceRow>(
    `select ${WORKSPACE} from workspaces w where w.id = $1 and w.erased_at is null`,
    [id],
  );
}

/** Whoever holds it is alone in changing the workspace and who belongs to it; posts and media go on. */
export async function lockWorkspace(tx: Db, id: number): Promise<WorkspaceRow | undefined> {
  return tx.row<WorkspaceRow>(
    `select ${WORKSPACE} from workspaces w where w.id = $1 and w.erased_at is null for no key update`,
    [id],
  );
}

export async function insertWorkspace(
  tx: Db,
  workspace: { name: string; timeZone: string; ownerId: number },
): Promise<WorkspaceRow> {
  const row = await tx.row<WorkspaceRow>(
    `insert into workspaces as w (name, time_zone) values ($1, $2) returning ${WORKSPACE}`,
    [workspace.name, workspace.timeZone],
  );
  if (row === undefined) throw new Error('the workspace was not stored');
  await tx.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
    row.id,
    workspace.ownerId,
  ]);
  await recordEvent(tx, {
    workspaceId: row.id,
    userId: workspace.ownerId,
    kind: 'workspace.created',
    data: {
      name: row.name,
    },
  });
  return row;
}

export type WorkspaceChange = Omit<WorkspaceRow, 'id' | 'created_at'>;

export async function updateWorkspace(tx: Db, id: number, change: WorkspaceChange): Promise<WorkspaceRow> {
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

/** The zone as PostgreSQL, which counts its hours, spells it; undefined when it knows none of that name. */
export async function findTimeZone(db: Db, name: string): Promise<string | undefined> {
  const row = await db.row<{ name: string }>(
    'select name from pg_timezone_names where lower(name) = lower($1)',
    [name],
  );
  return row?.name;
}
