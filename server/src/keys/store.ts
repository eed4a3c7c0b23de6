import type { Db } from '../db/database.ts';
import type { Caller, Role } from '../workspaces/roles.ts';

interface CallerRow {
  key_id: number;
  workspace_id: number;
  user_id: number;
  name: string;
  role: Role;
  scopes: string[] | null;
  time_zone: string;
  requires_approval: boolean;
}

/** Who a key speaks for at this moment: a member who left, or a key that ended, is nobody. */
export async function findCaller(db: Db, hash: Buffer): Promise<(Caller & { keyId: number }) | undefined> {
  const row = await db.row<CallerRow>(
    `select k.id as key_id, k.workspace_id, k.user_id, u.name, m.role, k.scopes, w.time_zone, w.requires_approval
     from api_keys k
     join members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
     join users u on u.id = k.user_id
     join workspaces w on w.id = k.workspace_id
     where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_now())`,
    [hash],
  );
  return (
    row && {
      keyId: row.key_id,
      workspaceId: row.workspace_id,
      userId: row.user_id,
      name: row.name,
      role: row.role,
      scopes: row.scopes,
      timeZone: row.time_zone,
      requiresApproval: row.requires_approval,
    }
  );
}

export async function insertKey(
  db: Db,
  key: { workspaceId: number; userId: number; name: string; hash: Buffer },
): Promise<void> {
  await db.rows('insert into api_keys (workspace_id, user_id, name, hash) values ($1, $2, $3, $4)', [
    key.workspaceId,
    key.userId,
    key.name,
    key.hash,
  ]);
}

/** Notes when keys were last used; called now and then with all of them. */
export async function touchKeys(db: Db, ids: readonly number[]): Promise<void> {
  await db.rows('update api_keys set last_used_at = clock_now() where id = any($1::bigint[])', [ids]);
}
