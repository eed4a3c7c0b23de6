/** Who may do what: the one table behind every check. */
import type { Permission } from '@belfry/contract/route.ts';
import { Problem } from '../problem.ts';

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

/** What concerns all of a workspace: not for a caller who is limited to some of its channels. */
const concernAll: ReadonlySet<Permission> = new Set([
  'channel.manage',
  'workspace.manage',
  'workspace.own',
  'member.manage',
  'key.manage',
  'audit.read',
  'webhook.manage',
]);

/** Who asks, as the request's credentials say. */
export interface Caller {
  workspaceId: number;
  userId: number;
  name: string;
  role: Role;
  /** What the key is limited to; null: everything the role may do. */
  scopes: readonly string[] | null;
  /** The channels that the member, and the key, are limited to; null: all of the workspace. */
  channelIds: readonly number[] | null;
  /** What was shown for it: one of the two. */
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

/** Why not; undefined when it may. */
function refusalOf({ role, scopes, channelIds }: Caller, permission: Permission): string | undefined {
  if (!allowed[permission].includes(role)) return `The role ${role} may not do that (${permission}).`;
  if (scopes?.includes(permission) === false) return `This key's scopes do not include ${permission}.`;
  if (channelIds !== null && concernAll.has(permission)) {
    return `Who is limited to some channels may not do that (${permission}).`;
  }
  return undefined;
}

/** Whether what the caller schedules needs nobody's approval. */
export function publishesDirectly(who: Caller): boolean {
  return !who.requiresApproval || may(who, 'post.publish');
}

/** To a caller who is limited to some channels, the others are as unknown: checked wherever one is named. */
export function reaches({ channelIds }: Pick<Caller, 'channelIds'>, channelId: number): boolean {
  return channelIds?.includes(channelId) ?? true;
}

/** The channels of a member and of their key, each null for all: what both allow. */
export function narrow(
  member: readonly number[] | null,
  key: readonly number[] | null,
): readonly number[] | null {
  return member === null || key === null ? (member ?? key) : member.filter((id) => key.includes(id));
}

/** Owners are made, changed and removed by owners alone; everybody else by whoever manages members. */
export function mayGrant(by: Role, role: Role): boolean {
  return by === 'owner' || (by === 'admin' && role !== 'owner');
}

/** Whether the first role is the higher one. */
export function outranks(one: Role, other: Role): boolean {
  return roles.indexOf(one) < roles.indexOf(other);
}

/** Managers see all channels; the others may be limited. */
export function canBeLimited(role: Role): boolean {
  return !managers.includes(role);
}
