/** The roles and their permissions: the one table behind every check. */
import type { Permission } from '@belfry/contract/route.ts';
import { Problem } from '../base/problem.ts';

export const roles = ['owner', 'admin', 'editor', 'author', 'viewer'] as const;
export type Role = (typeof roles)[number];

const everybody: readonly Role[] = roles;
const writers: readonly Role[] = ['owner', 'admin', 'editor', 'author'];
const publishers: readonly Role[] = ['owner', 'admin', 'editor'];
const managers: readonly Role[] = ['owner', 'admin'];
const owners: readonly Role[] = ['owner'];

export const allowed: Record<Permission, readonly Role[]> = {
  'post.read': everybody,
  'post.write': writers,
  'post.publish': publishers,
  'channel.read': everybody,
  'channel.manage': managers,
  'media.read': everybody,
  'media.write': writers,
  'review.decide': managers,
  'workspace.read': everybody,
  'workspace.manage': managers,
  'workspace.own': owners,
  'member.manage': managers,
  'key.own': everybody,
  'key.manage': managers,
  'audit.read': managers,
  'webhook.manage': managers,
  'notice.own': everybody,
};

/** Permissions over the whole workspace. A caller who is limited to some channels does not have them. */
const wholeWorkspace: ReadonlySet<Permission> = new Set([
  'channel.manage',
  'workspace.manage',
  'workspace.own',
  'member.manage',
  'key.manage',
  'audit.read',
  'webhook.manage',
]);

/** The authenticated caller of a request. */
export interface Caller {
  workspaceId: number;
  userId: number;
  name: string;
  role: Role;
  /** The scopes of the key. Null: all permissions of the role. */
  scopes: readonly string[] | null;
  /** The channels that both the member and the key are limited to. Null: all channels of the workspace. */
  channelIds: readonly number[] | null;
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

/** The reason why the caller may not. Undefined: they may. */
function refusalOf({ role, scopes, channelIds }: Caller, permission: Permission): string | undefined {
  if (!allowed[permission].includes(role)) return `The role ${role} may not do that (${permission}).`;
  if (scopes?.includes(permission) === false) return `This key's scopes do not include ${permission}.`;
  if (channelIds !== null && wholeWorkspace.has(permission)) {
    return `A caller who is limited to some channels may not do that (${permission}).`;
  }
  return undefined;
}

/** Whether the caller's posts are published without approval. */
export function publishesDirectly(who: Caller): boolean {
  return !who.requiresApproval || may(who, 'post.publish');
}

/** Whether the caller has access to the channel. All other channels are answered like unknown ones. */
export function reaches({ channelIds }: Pick<Caller, 'channelIds'>, channelId: number): boolean {
  return channelIds?.includes(channelId) ?? true;
}

/** The channels that both a member and their key are limited to. Null: all channels. */
export function narrow(
  member: readonly number[] | null,
  key: readonly number[] | null,
): readonly number[] | null {
  return member === null || key === null ? (member ?? key) : member.filter((id) => key.includes(id));
}

/** Owners may grant, change and remove every role. Admins may do so for every role except owner. */
export function mayGrant(by: Role, role: Role): boolean {
  return by === 'owner' || (by === 'admin' && role !== 'owner');
}

/** Whether `one` is higher than `other`. */
export function outranks(one: Role, other: Role): boolean {
  return roles.indexOf(one) < roles.indexOf(other);
}

/** Owners and admins have access to all channels. Other roles can be limited. */
export function canBeLimited(role: Role): boolean {
  return !managers.includes(role);
}
