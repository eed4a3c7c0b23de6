/** The workspaces of a user, as a session needs them. */
import type { DataOf } from '@belfry/contract/routes.ts';
import type { Db } from '../../db/database.ts';

export type MembershipRow = DataOf<'getSession'>['workspaces'][number];

export async function listMemberships(db: Db, userId: number) {
  return db.rows<MembershipRow>(
    `select w.id, w.name, w.time_zone, m.role
     from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = $1 order by m.created_at, w.id`,
    [userId],
  );
}

/** The workspace that `findSession` picks for a request that names none. */
export async function readLastWorkspace(db: Db, userId: number): Promise<number | null> {
  const row = await db.row<{ workspace_id: number }>(
    `select m.workspace_id from members m join users u on u.id = m.user_id
     where m.user_id = $1
     order by m.workspace_id is not distinct from u.last_workspace_id desc, m.created_at, m.workspace_id
     limit 1`,
    [userId],
  );
  return row?.workspace_id ?? null;
}
