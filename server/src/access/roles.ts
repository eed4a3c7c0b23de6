/** The caller of a request, and what they may do. */
import { type Rights, type Role, refusalOf } from '@belfry/contract/roles.ts';
import type { Permission } from '@belfry/contract/route.ts';
import { Problem } from '../base/problem.ts';

/** The authenticated caller of a request. */
export interface Caller extends Rights {
  workspaceId: number;
  userId: number;
  name: string;
  /** Exactly one of keyId and sessionId is set. */
  keyId: number | null;
  sessionId: number | null;
  timeZone: string;
  requiresApproval: boolean;
}

export function may(who: Caller, permission: Permission): boolean {
  return refusalOf(who, permission) === undefined;
}

/** The first line of every use case. */
export function allow(who: Caller, permission: Permission): void {
  const message = refusalOf(who, permission);
  if (message !== undefined) throw new Problem('forbidden', { message });
}

/** Whether the caller's posts are published without approval. */
export function publishesDirectly(who: Caller): boolean {
  return !who.requiresApproval || may(who, 'post.publish');
}

/** Whether the caller has access to the channel. All other channels are answered like unknown ones. */
export function canAccessChannel({ channelIds }: Pick<Caller, 'channelIds'>, channelId: number): boolean {
  return channelIds?.includes(channelId) ?? true;
}

/** The columns of a member, of their user and of their workspace that make a caller. */
export interface MemberColumns {
  workspace_id: number;
  user_id: number;
  name: string;
  role: Role;
  time_zone: string;
  requires_approval: boolean;
}

export function memberOf(row: MemberColumns) {
  const { workspace_id: workspaceId, user_id: userId, name, role, time_zone: timeZone } = row;
  return { workspaceId, userId, name, role, timeZone, requiresApproval: row.requires_approval };
}

/** The channels that both a member and their key are limited to. Null: all channels. */
export function intersectChannels(
  member: readonly number[] | null,
  key: readonly number[] | null,
): readonly number[] | null {
  return member === null || key === null ? (member ?? key) : member.filter((id) => key.includes(id));
}
