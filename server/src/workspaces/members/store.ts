import type { Role } from '@belfry/contract/roles.ts';
import type { DataOf } from '@belfry/contract/routes.ts';
import type { Db, Tx } from '../../db/database.ts';

export type MemberRow = DataOf<'listMembers'>[number];

const MEMBER = 'u.id, u.name, u.email, m.role, to_jsonb(m.channel_ids) as channel_ids, m.created_at';

export async function listMembers(db: Db, workspaceId: number) {
  return db.rows<MemberRow>(
    `select ${MEMBER} from members m join users u on u.id = m.user_id where m.workspace_id = $1
     order by array_position(array['owner', 'admin', 'editor', 'author', 'viewer'], m.role), lower(u.name), u.id`,
    [workspaceId],
  );
}

export async function findMember(db: Db, workspaceId: number, userId: number) {
  return db.row<MemberRow>(
    `select ${MEMBER} from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 and m.user_id = $2`,
    [workspaceId, userId],
  );
}

export async function isMemberByEmail(db: Db, workspaceId: number, email: string): Promise<boolean> {
  const row = await db.row(
    `select 1 from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 and lower(u.email) = lower($2)`,
    [workspaceId, email],
  );
  return row !== undefined;
}

export async function countOwners(tx: Tx, workspaceId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    "select count(*) from members where workspace_id = $1 and role = 'owner'",
    [workspaceId],
  );
  return row?.count ?? 0;
}

/** False if the user is a member already. */
export async function insertMember(
  tx: Tx,
  member: { workspaceId: number; userId: number; role: Role; channelIds: readonly number[] | null },
): Promise<boolean> {
  const row = await tx.row(
    `insert into members (workspace_id, user_id, role, channel_ids) values ($1, $2, $3, $4)
     on conflict do nothing returning user_id`,
    [member.workspaceId, member.userId, member.role, member.channelIds],
  );
  return row !== undefined;
}

export async function updateMember(
  tx: Tx,
  workspaceId: number,
  userId: number,
  change: { role: Role; channel_ids: readonly number[] | null },
): Promise<void> {
  await tx.rows('update members set role = $3, channel_ids = $4 where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
    change.role,
    change.channel_ids,
  ]);
}

/** Also deletes their keys and the invitations they sent. Their posts stay. */
export async function deleteMember(tx: Tx, workspaceId: number, userId: number): Promise<void> {
  await tx.rows('delete from members where workspace_id = $1 and user_id = $2', [workspaceId, userId]);
}

/** Whether the user is a member of this workspace and of no other. */
export async function belongsOnlyTo(db: Db, workspaceId: number, userId: number): Promise<boolean> {
  const row = await db.row<{ only: boolean | null }>(
    'select bool_and(workspace_id = $1) as only from members where user_id = $2',
    [workspaceId, userId],
  );
  return row?.only === true;
}
