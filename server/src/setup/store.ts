import type { Db, Tx } from '../db/database.ts';

/** True once there is a user. With `lock`, no other request can set up until the transaction ends. */
export async function isSetUp(db: Db, lock = false): Promise<boolean> {
  if (lock) await db.rows('lock table users in share row exclusive mode');
  const row = await db.row<{ found: boolean }>('select exists (select from users) as found');
  return row?.found === true;
}

export interface FirstOwner {
  user: { id: number; name: string; email: string };
  workspace: { id: number; name: string; time_zone: string };
}

export async function insertFirstOwner(
  tx: Tx,
  owner: { name: string; email: string; passwordHash: string; workspace: string; timeZone: string },
): Promise<FirstOwner> {
  const user = await tx.row<FirstOwner['user']>(
    'insert into users (name, email, password_hash) values ($1, $2, $3) returning id, name, email',
    [owner.name, owner.email, owner.passwordHash],
  );
  const workspace = await tx.row<FirstOwner['workspace']>(
    'insert into workspaces (name, time_zone, made_by) values ($1, $2, $3) returning id, name, time_zone',
    [owner.workspace, owner.timeZone, user?.id],
  );
  if (user === undefined || workspace === undefined) throw new Error('the first owner was not stored');
  await tx.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
    workspace.id,
    user.id,
  ]);
  return { user, workspace };
}

/** Answers the bytes that the first start sealed. At the first start, stores `sealed`. */
export async function readOrStoreSealed(db: Db, sealed: Buffer): Promise<Buffer> {
  await db.rows('insert into installation (sealed) values ($1) on conflict do nothing', [sealed]);
  const row = await db.row<{ sealed: Buffer }>('select sealed from installation');
  return row?.sealed ?? sealed;
}
