/** Use cases of people who invite: list, send, withdraw. */
import type { BodyOf } from '@belfry/contract/routes.ts';
import { allow, type Caller } from '../../access/roles.ts';
import { languageFor } from '../../accounts/index.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { generateToken, hashToken, linkTo } from '../../base/token.ts';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { queueMail, requireFewMails, writeInvitation } from '../../mail/index.ts';
import { lockMembers, requireGrant, requireLimit } from '../members/members.ts';
import { isMemberByEmail } from '../members/store.ts';
import { findWorkspace } from '../store.ts';
import type { InvitationRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config'>;

/** Members and open invitations of a workspace. One answer lists all of them. */
const MAX_MEMBERS = 2000;

/** The store sets the same lifetime. */
const LINK_HOURS = 7 * 24;

export type InvitationInput = BodyOf<'createInvitation'>;

export async function listInvitations(ctx: Ctx, who: Caller) {
  allow(who, 'member.manage');
  return (await store.listInvitations(ctx.db, who.workspaceId)).map(present);
}

/** Answers the link if no mail is configured. Inviting an address again replaces its earlier link. */
export async function invite(ctx: Ctx, who: Caller, input: InvitationInput) {
  allow(who, 'member.manage');
  const { email, role, channel_ids: channelIds = null } = input;
  const token = generateToken();
  return ctx.db.transaction(async (tx) => {
    const by = await lockMembers(tx, who);
    requireGrant(by, role);
    await requireLimit(tx, who, role, channelIds);
    if (await isMemberByEmail(tx, who.workspaceId, email)) throw new Problem('already_member');
    const former = await store.findInvitationTo(tx, who.workspaceId, email);
    if (former !== undefined) requireGrant(by, former.role);
    else if ((await store.countPeople(tx, who.workspaceId)) >= MAX_MEMBERS)
      throw new Problem('too_many_members');
    const id = await store.saveInvitation(tx, {
      workspaceId: who.workspaceId,
      email,
      role,
      channelIds,
      tokenHash: hashToken(token),
      mailed: ctx.config.smtpUrl !== undefined,
      invitedBy: who.userId,
    });
    await recordEvent(tx, 'invitation.created', {
      ...who,
      data: {
        invitation_id: id,
        email,
        role,
        channel_ids: channelIds,
      },
    });
    const link = await sendOrReturn(ctx, tx, who, input, linkTo(ctx.config, 'invite', token));
    return { ...present(orNotFound(await store.findInvitation(tx, who.workspaceId, id))), link };
  });
}

/** Null: the link was mailed, so that only the invited person gets it. */
async function sendOrReturn(
  ctx: Ctx,
  tx: Tx,
  who: Caller,
  { email, role }: InvitationInput,
  link: string,
): Promise<string | null> {
  if (ctx.config.smtpUrl === undefined) return link;
  await requireFewMails(tx, email);
  const workspace = (await findWorkspace(tx, who.workspaceId))?.name ?? '';
  const language = await languageFor(tx, email, who.userId);
  const letter = writeInvitation(email, language, { inviter: who.name, workspace, role, link });
  await queueMail(ctx, tx, letter, LINK_HOURS);
  return null;
}

export async function withdrawInvitation(ctx: Ctx, who: Caller, id: number): Promise<void> {
  allow(who, 'member.manage');
  await ctx.db.transaction(async (tx) => {
    const by = await lockMembers(tx, who);
    const { email, role } = orNotFound(await store.findInvitation(tx, who.workspaceId, id));
    requireGrant(by, role);
    await store.deleteInvitation(tx, who.workspaceId, id);
    await recordEvent(tx, 'invitation.withdrawn', { ...who, data: { invitation_id: id, email, role } });
  });
}

function present(row: InvitationRow) {
  const { id, email, role, channel_ids, created_at, expires_at } = row;
  const invited_by = { id: row.inviter_id, name: row.inviter_name };
  return { id, email, role, channel_ids, invited_by, created_at, expires_at };
}
