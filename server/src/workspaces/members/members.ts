/** Use cases of members: list, change their roles and channels, remove. */
import { detail } from '@belfry/contract/details.ts';
import { canBeLimited, mayGrant, type Role } from '@belfry/contract/roles.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { allow, type Caller } from '../../access/roles.ts';
import { markOutdated } from '../../accounts/index.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound, Problem } from '../../base/problem.ts';
import { nameAll, requireChannels } from '../../channels/index.ts';
import type { Db, Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import { lockWorkspace } from '../store.ts';
import type { MemberRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db'>;

export type MemberChange = BodyOf<'updateMember'>;

export function listMembers(ctx: Ctx, who: Caller): Promise<MemberRow[]> {
  allow(who, 'workspace.read');
  return store.listMembers(ctx.db, who.workspaceId);
}

export async function changeMember(
  ctx: Ctx,
  who: Caller,
  id: number,
  change: MemberChange,
): Promise<MemberRow> {
  allow(who, 'member.manage');
  return ctx.db.transaction(async (tx) => {
    const by = await lockMembers(tx, who);
    const old = orNotFound(await store.findMember(tx, who.workspaceId, id));
    const role = change.role ?? old.role;
    requireGrant(by, old.role);
    requireGrant(by, role);
    if (change.channel_ids !== undefined) await requireLimit(tx, who, role, change.channel_ids);
    const kept = canBeLimited(role) ? old.channel_ids : null;
    const channel_ids = change.channel_ids === undefined ? kept : change.channel_ids;
    if (role !== 'owner') await requireOtherOwner(tx, who.workspaceId, old);
    await store.updateMember(tx, who.workspaceId, id, { role, channel_ids });
    await markOutdated(tx, id);
    await recordEvent(tx, 'member.changed', {
      ...who,
      data: {
        member_id: id,
        before: { role: old.role, channel_ids: old.channel_ids },
        after: { role, channel_ids },
      },
    });
    return orNotFound(await store.findMember(tx, who.workspaceId, id));
  });
}

/** Removes another member, or the caller. Their keys end. Their posts stay, and are published as scheduled. */
export async function removeMember(ctx: Ctx, who: Caller, id: number): Promise<void> {
  allow(who, 'workspace.read');
  const isLeaving = id === who.userId;
  await ctx.db.transaction(async (tx) => {
    const by = await lockMembers(tx, who);
    const old = orNotFound(await store.findMember(tx, who.workspaceId, id));
    // A key that may only read must not remove the member who owns it.
    if (!isLeaving || who.scopes !== null) allow({ ...who, role: by }, 'member.manage');
    if (!isLeaving) requireGrant(by, old.role);
    await requireOtherOwner(tx, who.workspaceId, old);
    await store.deleteMember(tx, who.workspaceId, id);
    await markOutdated(tx, id);
    const data = { member_id: id, name: old.name, role: old.role };
    await recordEvent(tx, isLeaving ? 'member.left' : 'member.removed', { ...who, data });
  });
}

/**
 * Until the transaction ends, no other transaction can change the members. Answers the caller's current role. It may be
 * lower than when the request came in.
 */
export async function lockMembers(tx: Tx, who: Pick<Caller, 'workspaceId' | 'userId'>): Promise<Role> {
  await lockWorkspace(tx, who.workspaceId);
  const member = await store.findMember(tx, who.workspaceId, who.userId);
  if (member === undefined)
    throw new Problem('forbidden', { message: 'You are no longer a member of this workspace.' });
  return member.role;
}

/** Throws a 403 if the role `by` may not grant, change or remove the role `role`. */
export function requireGrant(by: Role, role: Role): void {
  if (mayGrant(by, role)) return;
  const message =
    role === 'owner'
      ? `The role ${by} may not add, change or remove owners. Ask an owner.`
      : `The role ${by} may not do that. Ask an owner or admin.`;
  throw new Problem('forbidden', { message });
}

/** Throws a 422 if the role cannot be limited, or if a channel does not exist in this workspace. */
export async function requireLimit(
  db: Db,
  who: Caller,
  role: Role,
  channelIds: readonly number[] | null,
): Promise<void> {
  if (channelIds === null) return;
  if (!canBeLimited(role)) throw invalid([detail('channel_ids', 'role_not_limited', { role })]);
  await requireChannels(db, who, nameAll('channel_ids', channelIds));
}

async function requireOtherOwner(tx: Tx, workspaceId: number, { role }: MemberRow): Promise<void> {
  if (role === 'owner' && (await store.countOwners(tx, workspaceId)) < 2) throw new Problem('last_owner');
}
