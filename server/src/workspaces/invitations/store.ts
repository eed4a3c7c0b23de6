import type { Role } from '@belfry/contract/roles.ts';
import type { DataOf } from '@belfry/contract/routes.ts';
import type { Db, Tx } from '../../db/database.ts';

export type InvitationRow = Omit<DataOf<'listInvitations'>[number], 'invited_by'> & {
  workspace_id: number;
  /** The link was mailed to the address, and shown to no one else. */
  mailed: boolean;
  inviter_id: number;
  inviter_name: string;
};

const INVITATION = `i.id, i.workspace_id, i.email, i.role, to_jsonb(i.channel_ids) as channel_ids, i.mailed,
  u.id as inviter_id, u.name as inviter_name, i.created_at, i.expires_at`;

export async function listInvitations(db: Db, workspaceId: number) {
  return db.rows<InvitationRow>(
    `select ${INVITATION} from invitations i join users u on u.id = i.invited_by
     where i.workspace_id = $1 order by i.id desc`,
    [workspaceId],
  );
}

export async function findInvitation(db: Db, workspaceId: number, id: number) {
  return db.row<InvitationRow>(
    `select ${INVITATION} from invitations i join users u on u.id = i.invited_by
     where i.workspace_id = $1 and i.id = $2`,
    [workspaceId, id],
  );
}

export async function findInvitationTo(db: Db, workspaceId: number, email: string) {
  return db.row<InvitationRow>(
    `select ${INVITATION} from invitations i join users u on u.id = i.invited_by
     where i.workspace_id = $1 and lower(i.email) = lower($2)`,
    [workspaceId, email],
  );
}

/** Counts members and open invitations. */
export async function countPeople(tx: Tx, workspaceId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `select (select count(*) from members where workspace_id = $1)
       + (select count(*) from invitations where workspace_id = $1) as count`,
    [workspaceId],
  );
  return row?.count ?? 0;
}

/** Needs no caller. The token is the permission. */
export async function findByToken(db: Db, tokenHash: Buffer) {
  return db.row<InvitationRow>(
    `select ${INVITATION} from invitations i join users u on u.id = i.invited_by
     where i.token_hash = $1 and i.expires_at > clock_now()`,
    [tokenHash],
  );
}

export interface NewInvitation {
  workspaceId: number;
  email: string;
  role: Role;
  channelIds: readonly number[] | null;
  tokenHash: Buffer;
  mailed: boolean;
  invitedBy: number;
}

/** Replaces an earlier invitation of the same address. Answers the id. */
export async function saveInvitation(tx: Tx, invitation: NewInvitation): Promise<number> {
  const { workspaceId, email } = invitation;
  await tx.rows('delete from invitations where workspace_id = $1 and lower(email) = lower($2)', [
    workspaceId,
    email,
  ]);
  const row = await tx.row<{ id: number }>(
    `insert into invitations (workspace_id, email, role, channel_ids, token_hash, mailed, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, clock_now() + interval '7 days') returning id`,
    [
      workspaceId,
      email,
      invitation.role,
      invitation.channelIds,
      invitation.tokenHash,
      invitation.mailed,
      invitation.invitedBy,
    ],
  );
  if (row === undefined) throw new Error('the invitation was not stored');
  return row.id;
}

export async function deleteInvitation(tx: Tx, workspaceId: number, id: number): Promise<void> {
  await tx.rows('delete from invitations where workspace_id = $1 and id = $2', [workspaceId, id]);
}

/** Deletes the invitation, so that it works once. False if there is none, or it has expired. */
export async function consumeInvitation(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const row = await tx.row(
    'delete from invitations where token_hash = $1 and expires_at > clock_now() returning id',
    [tokenHash],
  );
  return row !== undefined;
}

export interface InvitedUser {
  id: number;
  name: string;
  email: string;
}

export async function findUserByEmail(db: Db, email: string) {
  return db.row<InvitedUser>('select id, name, email from users where lower(email) = lower($1)', [email]);
}

export interface NewUser {
  name: string;
  email: string;
  /** Empty: the user has no password. */
  passwordHash: string;
  /** Whether the person proved that the address is theirs. */
  isVerified: boolean;
}

/** Undefined if a user already has the address. */
export async function insertUser(tx: Tx, user: NewUser) {
  return tx.row<InvitedUser>(
    `insert into users (name, email, password_hash, email_verified_at)
     values ($1, $2, $3, case when $4 then clock_now() end)
     on conflict (lower(email)) do nothing returning id, name, email`,
    [user.name, user.email, user.passwordHash, user.isVerified],
  );
}

export async function deleteOldInvitations(db: Db): Promise<void> {
  await db.rows(`delete from invitations where expires_at < clock_now() - interval '1 day'`);
}
