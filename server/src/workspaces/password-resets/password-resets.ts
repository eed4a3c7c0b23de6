/** New passwords for people who lost theirs: by mail, or by a link that an admin hands over. */

import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { recordEvent } from '../../events/lookup.ts';
import { queueMail } from '../../mail/queue.ts';
import { writePasswordReset } from '../../mail/templates.ts';
import { found, Problem } from '../../problem.ts';
import { languageFor } from '../../profile/lookup.ts';
import {
  endSessionsOf,
  endTwoFactorOf,
  hashPassword,
  markVerified,
  recordUserEvent,
  savePassword,
} from '../../sessions/lookup.ts';
import { drawToken, hashToken, linkTo } from '../../token.ts';
import { belongsOnlyTo, findMember, lockMembers } from '../members/lookup.ts';
import type { Caller, Role } from '../roles.ts';
import { allow, mayGrant, outranks } from '../roles.ts';
import type { TakenReset } from './store.ts';
import {
  insertByAdmin,
  insertForOperator,
  insertRequest,
  isOpen,
  recordOperatorEvent,
  takeReset,
} from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config'>;

/** Hours for which a link is good, as the store has it. */
const HOUR = 1;

/** Tells nobody, not even by the time it takes, whether anybody has the address. */
export async function requestReset(ctx: Ctx, email: string): Promise<void> {
  const token = drawToken();
  await ctx.db.transaction(async (tx) => {
    const request = await insertRequest(tx, { email, tokenHash: hashToken(token) });
    if (request === 'tooMany' || request.email === null || ctx.config.smtpUrl === undefined) return;
    await sendLink(ctx, tx, request.email, linkTo(ctx.config, 'new-password', token));
  });
}

/** For a member of a lower role who belongs to no other workspace: what one may do for them is no way into more. */
export async function resetForMember(ctx: Ctx, who: Caller, id: number): Promise<{ link: string | null }> {
  allow(who, 'member.manage');
  const token = drawToken();
  return ctx.db.transaction(async (tx) => {
    const by = await lockMembers(tx, who);
    const member = found(await findMember(tx, who.workspaceId, id));
    requireHigher(by, member.role, id === who.userId);
    if (!(await belongsOnlyTo(tx, who.workspaceId, id))) {
      const message =
        'This person belongs to another workspace too: they must ask for a new password themselves.';
      throw new Problem('forbidden', { message });
    }
    // There is no mail to a member who lost their address.
    const to = ctx.config.smtpUrl === undefined ? null : member.email;
    const reset = { userId: id, workspaceId: who.workspaceId, madeBy: who.userId, email: member.email ?? '' };
    await insertByAdmin(tx, { ...reset, mailed: to !== null, tokenHash: hashToken(token) });
    await recordEvent(tx, { ...who, kind: 'member.password_reset_made', data: { member_id: id } });
    const link = linkTo(ctx.config, 'new-password', token);
    if (to === null) return { link };
    await sendLink(ctx, tx, to, link);
    return { link: null };
  });
}

async function sendLink(ctx: Ctx, tx: Db, email: string, link: string): Promise<void> {
  await queueMail(ctx, tx, writePasswordReset(email, await languageFor(tx, email), link), HOUR);
}

/**
 * For whoever holds the machine, and so all that is on it: a link for anybody, by their address or their number. With
 * `endsSecondFactor` no code is asked for from now on. Undefined when nobody has either.
 */
export async function resetByOperator(
  ctx: Pick<Ctx, 'db' | 'config'>,
  person: string,
  { endsSecondFactor }: { endsSecondFactor: boolean },
): Promise<{ name: string; email: string | null; link: string; hadSecondFactor: boolean } | undefined> {
  const token = drawToken();
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

function requireHigher(by: Role, role: Role, isSelf: boolean): void {
  if (isSelf) throw new Problem('forbidden', { message: 'Change your own password in your account.' });
  if (mayGrant(by, role) && outranks(by, role)) return;
  throw new Problem('forbidden', { message: `The role ${by} may not do that for the role ${role}.` });
}

/**
 * Signs the person out everywhere. It signs nobody in, so that a second factor is still asked for. Passkeys, identities
 * and keys stay: a stolen mailbox must not be able to remove them.
 */
export async function useReset(ctx: Ctx, input: { token: string; password: string }): Promise<void> {
  const tokenHash = hashToken(input.token);
  if (!(await isOpen(ctx.db, tokenHash))) throw new Problem('link_over');
  const passwordHash = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    const reset = await takeReset(tx, tokenHash);
    if (reset === undefined || !(await isStillRight(tx, reset))) throw new Problem('link_over');
    await savePassword(tx, reset.user_id, passwordHash);
    if (reset.mailed) await markVerified(tx, reset.email, reset.user_id);
    await recordUserEvent(tx, reset.user_id, 'password.reset');
    await endSessionsOf(tx, reset.user_id);
  });
}

/** Of a link that an admin made: both may have become something else since. */
async function isStillRight(tx: Db, { user_id, workspace_id, made_by }: TakenReset): Promise<boolean> {
  if (workspace_id === null || made_by === null) return true;
  const by = await lockMembers(tx, { workspaceId: workspace_id, userId: made_by }).catch(() => undefined);
  const member = await findMember(tx, workspace_id, user_id);
  const isHigher =
    by !== undefined && member !== undefined && mayGrant(by, member.role) && outranks(by, member.role);
  return isHigher && (await belongsOnlyTo(tx, workspace_id, user_id));
}
