/** Use case of whoever was invited. The token proves that they read the mail of that address, and nothing more. */

import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { recordEvent } from '../../events/lookup.ts';
import { invalid, Problem } from '../../problem.ts';
import type { Origin } from '../../sessions/begin.ts';
import { beginSession, hashPassword, markOutdated, renewOutdated, signIn } from '../../sessions/lookup.ts';
import type { Person } from '../../sessions/person.ts';
import { findWorkspace, lockWorkspace } from '../lookup.ts';
import { findMember, insertMember } from '../members/lookup.ts';
import type { Role } from '../roles.ts';
import { mayGrant } from '../roles.ts';
import { hashToken } from '../token.ts';
import type { InvitationRow, InvitedUser } from './store.ts';
import { findByToken, findUserByEmail, insertUser, takeInvitation } from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

export interface Acceptance {
  token: string;
  /** For who is new. */
  name?: string;
  /** For who is new, or has an account and is not signed in. */
  password?: string;
  /** For who has an account with a second factor. */
  code?: string;
}

/** Whoever has an account shows that it is theirs, as at any sign-in; the others get one. All end signed in. */
export async function acceptInvitation(
  ctx: Ctx,
  person: Person | undefined,
  input: Acceptance,
  origin: Origin,
) {
  const tokenHash = hashToken(input.token);
  const invitation = await findByToken(ctx.db, tokenHash);
  if (invitation === undefined) throw new Problem('link_over');
  const known = await findUserByEmail(ctx.db, invitation.email);
  if (person !== undefined && person.userId !== known?.id) {
    throw new Problem('forbidden', {
      message: 'This invitation is for another address than yours; sign out first.',
    });
  }
  if (known === undefined) return joinAsNew(ctx, invitation, tokenHash, input, origin);
  const signedIn = person === undefined ? await signInAgain(ctx, known, input, origin) : undefined;
  const body = await ctx.db.transaction(async (tx) => {
    const joined = await join(tx, invitation, tokenHash, async () => known);
    await markOutdated(tx, known.id);
    return joined;
  });
  return { body, headers: signedIn ?? (await renewOutdated(ctx.db, ctx, origin)) };
}

async function signInAgain(ctx: Ctx, known: InvitedUser, { password, code }: Acceptance, origin: Origin) {
  if (password === undefined) {
    throw invalid({
      password: ['password is required: this address has an account here; or sign in first.'],
    });
  }
  const input = { email: known.email, password, ...(code !== undefined && { code }) };
  return (await signIn(ctx, input, origin)).headers;
}

async function joinAsNew(
  ctx: Ctx,
  invitation: InvitationRow,
  tokenHash: Buffer,
  { name, password }: Acceptance,
  origin: Origin,
) {
  if (name === undefined || password === undefined) {
    throw invalid({
      ...(name === undefined && { name: ['name is required for a new account.'] }),
      ...(password === undefined && { password: ['password is required for a new account.'] }),
    });
  }
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    const { email } = invitation;
    const body = await join(tx, invitation, tokenHash, () => insertUser(tx, { name, email, passwordHash }));
    const { headers } = await beginSession(tx, ctx, body.user.id, origin);
    return { body, headers };
  });
}

/**
 * As {@link acceptInvitation}, by whoever signed in at a provider; `known` is who that is here. The invitation opens
 * nobody's account: whoever handed over its link would hold it as well.
 */
export async function acceptAs(
  tx: Db,
  known: InvitedUser | undefined,
  { token, name }: { token: string; name: string },
): Promise<InvitedUser> {
  const tokenHash = hashToken(token);
  const invitation = await findByToken(tx, tokenHash);
  if (invitation === undefined) throw new Problem('link_over');
  const { email } = invitation;
  const newcomer = { name, email, passwordHash: '' };
  const { user } = await join(tx, invitation, tokenHash, async () => {
    // Not before the invitation is taken: the one who took it first may have this address since.
    if ((await findUserByEmail(tx, email))?.id !== known?.id) throw new Problem('openid_unknown');
    return known ?? insertUser(tx, newcomer);
  });
  return user;
}

/** Lets in whom nobody invited, by the operator's word. Undefined: the address has an account, or the workspace is gone. */
export async function admit(
  tx: Db,
  { workspaceId, role }: { workspaceId: number; role: Role },
  newcomer: { name: string; email: string },
): Promise<InvitedUser | undefined> {
  if ((await lockWorkspace(tx, workspaceId)) === undefined) return undefined;
  const user = await insertUser(tx, { ...newcomer, passwordHash: '' });
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
  who: () => Promise<InvitedUser | undefined>,
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
  // Made by another invitation, a moment ago.
  if (user === undefined)
    throw new Problem('link_over', {
      message: 'This address has an account by now; sign in and open the link again.',
    });
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
