/** Password resets: by mail, or with a link that an admin or operator hands over. */
import { mayGrant, outranks, type Role } from '@belfry/contract/roles.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { generateToken, hashToken, linkTo } from '../../base/token.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { queueMail, writePasswordReset } from '../../mail/index.ts';
import { belongsOnlyTo, findMember, lockMembers } from '../../workspaces/index.ts';
import { markVerified } from '../addresses/store.ts';
import { endSessionsOf } from '../begin.ts';
import { hashPassword } from '../password.ts';
import { languageFor } from '../profile/store.ts';
import { recordUserEvent, savePassword } from '../store.ts';
import { endTwoFactorOf } from '../two-factor/two-factor.ts';
import type { ConsumedReset } from './store.ts';
import {
  consumeReset,
  insertByAdmin,
  insertForOperator,
  insertRequest,
  isOpen,
  recordOperatorEvent,
} from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config'>;

/** The store sets the same lifetime. */
const LINK_HOURS = 1;

/** Does not reveal whether a user has the address, neither by its answer nor by the time it takes. */
export async function requestReset(ctx: Ctx, email: string): Promise<void> {
  const token = generateToken();
  await ctx.db.transaction(async (tx) => {
    const request = await insertRequest(tx, { email, tokenHash: hashToken(token) });
    if (request === 'tooMany' || request.email === null || ctx.config.smtpUrl === undefined) return;
    await sendLink(ctx, tx, request.email, linkTo(ctx.config, 'new-password', token));
  });
}

/** Only for a member with a lower role and no other workspace, so that an admin cannot gain access to more. */
export async function resetForMember(ctx: Ctx, who: Caller, id: number): Promise<{ link: string | null }> {
  allow(who, 'member.manage');
  const token = generateToken();
  return ctx.db.transaction(async (tx) => {
    const by = await lockMembers(tx, who);
    const member = orNotFound(await findMember(tx, who.workspaceId, id));
    requireHigherRole(by, member.role, id === who.userId);
    if (!(await belongsOnlyTo(tx, who.workspaceId, id))) {
      const message =
        'This person is a member of another workspace too. They must request the password reset themselves.';
      throw new Problem('forbidden', { message });
    }
    // A member who lost their address to another user gets no mail.
    const to = ctx.config.smtpUrl === undefined ? null : member.email;
    const reset = { userId: id, workspaceId: who.workspaceId, madeBy: who.userId, email: member.email ?? '' };
    await insertByAdmin(tx, { ...reset, mailed: to !== null, tokenHash: hashToken(token) });
    await recordEvent(tx, 'member.password_reset_made', { ...who, data: { member_id: id } });
    const link = linkTo(ctx.config, 'new-password', token);
    if (to === null) return { link };
    await sendLink(ctx, tx, to, link);
    return { link: null };
  });
}

async function sendLink(ctx: Ctx, tx: Tx, email: string, link: string): Promise<void> {
  await queueMail(ctx, tx, writePasswordReset(email, await languageFor(tx, email), link), LINK_HOURS);
}

/**
 * Answers a reset link for any user, without a check of permissions: an operator controls all data anyway. `person`:
 * their e-mail address or id. `endsSecondFactor` also turns off their two-factor authentication. Undefined: no user.
 */
export async function resetByOperator(
  ctx: Pick<Ctx, 'db' | 'config'>,
  person: string,
  { endsSecondFactor }: { endsSecondFactor: boolean },
): Promise<{ name: string; email: string | null; link: string; hadSecondFactor: boolean } | undefined> {
  const token = generateToken();
  const id = /^[1-9]\d{0,14}$/.test(person) ? Number(person) : null;
  return ctx.db.transaction(async (tx) => {
    const reset = await insertForOperator(tx, { email: person, id, tokenHash: hashToken(token) });
    if (reset === undefined) return undefined;
    await recordOperatorEvent(tx, reset.id, 'member.password_reset_made');
    const hadSecondFactor = endsSecondFactor && (await endTwoFactorOf(tx, reset.id));
    if (hadSecondFactor) await recordOperatorEvent(tx, reset.id, 'two_factor.ended');
    return { ...reset, link: linkTo(ctx.config, 'new-password', token), hadSecondFactor };
  });
}

function requireHigherRole(by: Role, role: Role, isSelf: boolean): void {
  if (isSelf)
    throw new Problem('forbidden', {
      message: 'You cannot reset your own password here. Change it with your current password.',
    });
  if (mayGrant(by, role) && outranks(by, role)) return;
  throw new Problem('forbidden', { message: `The role ${by} may not do that for the role ${role}.` });
}

/**
 * Sets the password and signs the person out everywhere. It does not sign them in, so that two-factor authentication
 * still applies. Passkeys, identities and keys stay: an attacker with the mailbox must not be able to remove them.
 */
export async function useReset(ctx: Ctx, input: { token: string; password: string }): Promise<void> {
  const tokenHash = hashToken(input.token);
  if (!(await isOpen(ctx.db, tokenHash))) throw new Problem('link_over');
  const passwordHash = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    const reset = await consumeReset(tx, tokenHash);
    if (reset === undefined || !(await isStillAllowed(tx, reset))) throw new Problem('link_over');
    await savePassword(tx, reset.user_id, passwordHash);
    if (reset.mailed) await markVerified(tx, reset.email, reset.user_id);
    await recordUserEvent(tx, reset.user_id, 'password.reset', {});
    await endSessionsOf(tx, reset.user_id);
  });
}

/** Checks again whether the admin may make this link, because both roles may have changed since. */
async function isStillAllowed(tx: Tx, { user_id, workspace_id, made_by }: ConsumedReset): Promise<boolean> {
  if (workspace_id === null || made_by === null) return true;
  const by = await lockMembers(tx, { workspaceId: workspace_id, userId: made_by }).catch(() => undefined);
  const member = await findMember(tx, workspace_id, user_id);
  const isHigher =
    by !== undefined && member !== undefined && mayGrant(by, member.role) && outranks(by, member.role);
  return isHigher && (await belongsOnlyTo(tx, workspace_id, user_id));
}
