/** The roles and their permissions: the one table behind every check, in the server and in a browser. */
import type { Permission } from './route.ts';

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
  'post.remove': publishers,
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

/** The rights of a caller. */
export interface Rights {
  role: Role;
  /** The scopes of the API key. Null: all permissions of the role. */
  scopes: readonly string[] | null;
  /** The channels that the member or the key is limited to. Null: all channels of the workspace. */
  channelIds: readonly number[] | null;
}

/** The reason for a refusal, as a sentence. Undefined: the caller has the permission. */
export function refusalOf({ role, scopes, channelIds }: Rights, permission: Permission): string | undefined {
  if (!allowed[permission].includes(role)) return `The role ${role} may not do that. Ask an owner or admin.`;
  if (scopes?.includes(permission) === false) return `This key's scopes do not include ${permission}.`;
  if (channelIds !== null && wholeWorkspace.has(permission)) {
    return 'Somebody who is limited to some channels may not do that.';
  }
  return undefined;
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
