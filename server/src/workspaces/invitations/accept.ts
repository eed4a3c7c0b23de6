/**
 * Use case of invited people: they sign in, or become a user. The page that the link opens is the same whether or not
 * the address has a user, so that it does not reveal this.
 */
import { detail } from '@belfry/contract/details.ts';
import { mayGrant, type Role } from '@belfry/contract/roles.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import type { Person } from '../../access/person.ts';
import type { Origin } from '../../accounts/index.ts';
import {
  beginAttempt,
  beginSession,
  claimAddress,
  hashPassword,
  markOutdated,
  markVerified,
  passAttempt,
  renewOutdated,
  signIn,
} from '../../accounts/index.ts';
import type { Context } from '../../base/context.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { hashToken } from '../../base/token.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { isSameAddress } from '../../mail/index.ts';
import { findMember, insertMember } from '../members/store.ts';
import { findWorkspace, lockWorkspace } from '../store.ts';
import {
  consumeInvitation,
  findByToken,
  findUserByEmail,
  type InvitationRow,
  type InvitedUser,
  insertUser,
  type NewUser,
} from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

export type Acceptance = BodyOf<'acceptInvitation'>;

/** Needs no caller: the token is the permission. */
export async function readInvitation({ db }: Pick<Context, 'db'>, token: string) {
  const invitation = await findByToken(db, hashToken(token));
  const workspace = invitation && (await findWorkspace(db, invitation.workspace_id));
  if (invitation === undefined || workspace === undefined) throw new Problem('link_over');
  return { workspace: { name: workspace.name }, invited_by: { name: invitation.inviter_name } };
}

/** Afterwards the person is signed in. */
export async function acceptInvitation(
  ctx: Ctx,
  person: Person | undefined,
  input: Acceptance,
  origin: Origin,
) {
  const tokenHash = hashToken(input.token);
  const invitation = await findByToken(ctx.db, tokenHash);
  if (invitation === undefined) throw new Problem('link_over');
  if (person !== undefined) {
    const body = await joinAs(ctx, invitation, tokenHash, person.userId);
    return { body, headers: await renewOutdated(ctx.db, ctx, origin) };
  }
  const { name, password, code } = input;
  if (password === undefined) throw invalid([detail('password', 'password_to_join')]);
  if (name !== undefined) return joinAsNew(ctx, invitation, tokenHash, { name, password }, origin);
  const proof = { email: invitation.email, password, ...(code !== undefined && { code }) };
  const { self, headers } = await signIn(ctx, proof, origin);
  return { body: await joinAs(ctx, invitation, tokenHash, self.user.id), headers };
}

/** The user is signed in. */
async function joinAs(ctx: Ctx, invitation: InvitationRow, tokenHash: Buffer, userId: number) {
  const { email, mailed } = invitation;
  return ctx.db.transaction(async (tx) => {
    const joined = await joinWorkspace(tx, invitation, tokenHash, async () => {
      const emailUser = await findUserByEmail(tx, email);
      if (emailUser?.id === userId) return emailUser;
      const message = 'This invitation is for another e-mail address than yours. Sign out, then accept it.';
      throw new Problem('forbidden', { message });
    });
    if (mailed) await markVerified(tx, email, userId);
    await markOutdated(tx, userId);
    return joined;
  });
}

/** A refusal reveals that a user has the address, so refusals are limited to 50 an hour for each network address. */
async function joinAsNew(
  ctx: Ctx,
  invitation: InvitationRow,
  tokenHash: Buffer,
  { name, password }: { name: string; password: string },
  origin: Origin,
) {
  const attempt = { address: origin.address, isClaim: true } as const;
  await beginAttempt(ctx.db, attempt);
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    const { email, mailed } = invitation;
    const body = await joinWorkspace(tx, invitation, tokenHash, async () => {
      const user = await createUser(tx, { name, email, passwordHash, isVerified: mailed });
      if (user !== undefined) return user;
      const message =
        'No user was created. If you are a user here already, sign in to accept the invitation.';
      throw new Problem('sign_in_refused', { message });
    });
    await passAttempt(tx, attempt);
    const { headers } = await beginSession(tx, ctx, body.user.id, origin);
    return { body, headers };
  });
}

/** Undefined if another user keeps the address. */
async function createUser(tx: Tx, user: NewUser): Promise<InvitedUser | undefined> {
  const isFree = await claimAddress(tx, { email: user.email, isProved: user.isVerified });
  return isFree ? insertUser(tx, user) : undefined;
}

export interface Newcomer {
  token: string;
  name: string;
  /** The address, if the provider verified it. */
  verifiedEmail: string | null;
}

/**
 * Like {@link acceptInvitation}, for a person who signed in at the provider. `known`: the user with this identity, if
 * any. The invitation never signs in an existing user: then anyone who had the link could become that user.
 */
export async function acceptByIdentity(
  tx: Tx,
  known: Pick<InvitedUser, 'id'> | undefined,
  { token, name, verifiedEmail }: Newcomer,
): Promise<InvitedUser> {
  const tokenHash = hashToken(token);
  const invitation = await findByToken(tx, tokenHash);
  if (invitation === undefined) throw new Problem('link_over');
  const { email, mailed } = invitation;
  const isVerified = mailed || (verifiedEmail !== null && isSameAddress(verifiedEmail, email));
  const newcomer = { name, email, passwordHash: '', isVerified };
  // Read the user of the address under the lock: another request may have accepted and created this user just now.
  const { user } = await joinWorkspace(tx, invitation, tokenHash, async () => {
    const emailUser = known === undefined ? await createUser(tx, newcomer) : await findUserByEmail(tx, email);
    if (emailUser === undefined || emailUser.id !== (known ?? emailUser).id)
      throw new Problem('openid_unknown');
    return emailUser;
  });
  if (isVerified) await markVerified(tx, email, user.id);
  return user;
}

/**
 * Creates a user without an invitation, as the operator configured, with an address that the provider verified.
 * Undefined: another user keeps the address, or the workspace does not exist any more.
 */
export async function admit(
  tx: Tx,
  { workspaceId, role }: { workspaceId: number; role: Role },
  newcomer: { name: string; email: string },
): Promise<InvitedUser | undefined> {
  if ((await lockWorkspace(tx, workspaceId)) === undefined) return undefined;
  const user = await createUser(tx, { ...newcomer, passwordHash: '', isVerified: true });
  if (user === undefined) return undefined;
  await insertMember(tx, { workspaceId, userId: user.id, role, channelIds: null });
  const data = { member_id: user.id, role, channel_ids: null };
  await recordEvent(tx, 'member.joined', { workspaceId, userId: user.id, data });
  return user;
}

/** Checks the invitation again, under the lock on the members. */
async function joinWorkspace(
  tx: Tx,
  { id, workspace_id: workspaceId, role, channel_ids, inviter_id }: InvitationRow,
  tokenHash: Buffer,
  findUser: () => Promise<InvitedUser>,
) {
  await lockWorkspace(tx, workspaceId);
  if (!(await consumeInvitation(tx, tokenHash))) throw new Problem('link_over');
  const inviter = await findMember(tx, workspaceId, inviter_id);
  if (inviter === undefined || !mayGrant(inviter.role, role)) {
    throw new Problem('link_over', {
      message: 'The person who invited you may no longer do so. Ask for a new invitation.',
    });
  }
  const user = await findUser();
  const isNew = await insertMember(tx, { workspaceId, userId: user.id, role, channelIds: channel_ids });
  if (!isNew) throw new Problem('already_member');
  const by = { workspaceId, userId: user.id };
  await recordEvent(tx, 'member.joined', {
    ...by,
    data: { member_id: user.id, invitation_id: id, role, channel_ids },
  });
  const workspace = await findWorkspace(tx, workspaceId);
  return { user, workspace: { id: workspaceId, name: workspace?.name ?? '' } };
}
