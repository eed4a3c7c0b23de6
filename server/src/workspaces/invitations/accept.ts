/**
 * Use case of invited people. Who holds the link is shown the same two ways, and gets the same answers, whether the
 * address has an account or not: sign in to an account, or make one.
 */
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { recordEvent } from '../../events/lookup.ts';
import { isSameAddress } from '../../mail/address.ts';
import { invalid, Problem } from '../../problem.ts';
import type { Origin } from '../../sessions/begin.ts';
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
} from '../../sessions/lookup.ts';
import type { Person } from '../../sessions/person.ts';
import { hashToken } from '../../token.ts';
import { findWorkspace, lockWorkspace } from '../lookup.ts';
import { findMember, insertMember } from '../members/lookup.ts';
import type { Role } from '../roles.ts';
import { mayGrant } from '../roles.ts';
import type { InvitationRow, InvitedUser, UserWrite } from './store.ts';
import { findByToken, findUserByEmail, insertUser, takeInvitation } from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

export interface Acceptance {
  token: string;
  /** With it a new account is made; without it somebody signs in. */
  name?: string;
  /** Absent when the person is signed in. */
  password?: string;
  /** Of the second factor of an account. */
  code?: string;
}

/** All end signed in. */
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
  if (password === undefined) {
    const message = 'password is required: of your account, or with a name, for a new account.';
    throw invalid({ password: [message] });
  }
  if (name !== undefined) return joinAsNew(ctx, invitation, tokenHash, { name, password }, origin);
  const proof = { email: invitation.email, password, ...(code !== undefined && { code }) };
  const { self, headers } = await signIn(ctx, proof, origin);
  return { body: await joinAs(ctx, invitation, tokenHash, self.user.id), headers };
}

/** Somebody who has signed in. */
async function joinAs(ctx: Ctx, invitation: InvitationRow, tokenHash: Buffer, userId: number) {
  const { email, mailed } = invitation;
  return ctx.db.transaction(async (tx) => {
    const joined = await join(tx, invitation, tokenHash, async () => {
      const holder = await findUserByEmail(tx, email);
      if (holder?.id === userId) return holder;
      const message = 'This invitation is for another address than yours; sign out first.';
      throw new Problem('forbidden', { message });
    });
    if (mailed) await markVerified(tx, email, userId);
    await markOutdated(tx, userId);
    return joined;
  });
}

/** A refusal tells that the address has an account: 50 an hour are free for each network address. */
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
    const body = await join(tx, invitation, tokenHash, async () => {
      const user = await makeUser(tx, { name, email, passwordHash, isVerified: mailed });
      if (user !== undefined) return user;
      const message = 'No account was made. If you have one here, sign in to it to accept the invitation.';
      throw new Problem('sign_in_refused', { message });
    });
    await passAttempt(tx, attempt);
    const { headers } = await beginSession(tx, ctx, body.user.id, origin);
    return { body, headers };
  });
}

/** Undefined when the address has an account that keeps it. */
async function makeUser(tx: Db, user: UserWrite): Promise<InvitedUser | undefined> {
  const isFree = await claimAddress(tx, { email: user.email, isProved: user.isVerified });
  return isFree ? insertUser(tx, user) : undefined;
}

export interface Newcomer {
  token: string;
  name: string;
  /** An address that the provider says is theirs. */
  proven: string | null;
}

/**
 * As {@link acceptInvitation}, by somebody who signed in at a provider; `known` is who that is here. The invitation
 * opens no account that exists: whoever handed over its link would hold it as well.
 */
export async function acceptAs(
  tx: Db,
  known: Pick<InvitedUser, 'id'> | undefined,
  { token, name, proven }: Newcomer,
): Promise<InvitedUser> {
  const tokenHash = hashToken(token);
  const invitation = await findByToken(tx, tokenHash);
  if (invitation === undefined) throw new Problem('link_over');
  const { email, mailed } = invitation;
  const isVerified = mailed || (proven !== null && isSameAddress(proven, email));
  const newcomer = { name, email, passwordHash: '', isVerified };
  // Who has the address is asked after the invitation was taken: who took it first may have it since.
  const { user } = await join(tx, invitation, tokenHash, async () => {
    const holder = known === undefined ? await makeUser(tx, newcomer) : await findUserByEmail(tx, email);
    if (holder === undefined || holder.id !== (known ?? holder).id) throw new Problem('openid_unknown');
    return holder;
  });
  if (isVerified) await markVerified(tx, email, user.id);
  return user;
}

/**
 * Lets in somebody whom nobody invited, by the operator's word, with an address that the provider says is theirs.
 * Undefined: the address has an account that keeps it, or the workspace is gone.
 */
export async function admit(
  tx: Db,
  { workspaceId, role }: { workspaceId: number; role: Role },
  newcomer: { name: string; email: string },
): Promise<InvitedUser | undefined> {
  if ((await lockWorkspace(tx, workspaceId)) === undefined) return undefined;
  const user = await makeUser(tx, { ...newcomer, passwordHash: '', isVerified: true });
  if (user === undefined) return undefined;
  await insertMember(tx, { workspaceId, userId: user.id, role, channelIds: null });
  const data = { member_id: user.id, role, channel_ids: null };
  await recordEvent(tx, { workspaceId, userId: user.id, kind: 'member.joined', data });
  return user;
}

/** Under the lock on who belongs to the workspace: what let them in when it was sent must still hold. */
async function join(
  tx: Db,
  { id, workspace_id: workspaceId, role, channel_ids, inviter_id }: InvitationRow,
  tokenHash: Buffer,
  who: () => Promise<InvitedUser>,
) {
  await lockWorkspace(tx, workspaceId);
  if (!(await takeInvitation(tx, tokenHash))) throw new Problem('link_over');
  const inviter = await findMember(tx, workspaceId, inviter_id);
  if (inviter === undefined || !mayGrant(inviter.role, role)) {
    throw new Problem('link_over', {
      message: 'Whoever invited you may not do so any more; ask for a new invitation.',
    });
  }
  const user = await who();
  const isNew = await insertMember(tx, { workspaceId, userId: user.id, role, channelIds: channel_ids });
  if (!isNew) throw new Problem('already_member');
  const by = { workspaceId, userId: user.id };
  await recordEvent(tx, {
    ...by,
    kind: 'member.joined',
    data: { member_id: user.id, invitation_id: id, role, channel_ids },
  });
  const workspace = await findWorkspace(tx, workspaceId);
  return { user, workspace: { id: workspaceId, name: workspace?.name ?? '' } };
}
