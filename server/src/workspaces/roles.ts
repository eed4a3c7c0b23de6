/** Who may do what: the one table behind every check. */
import type { Permission } from '@belfry/contract/route.ts';
import { Problem } from '../problem.ts';

export const roles = ['owner', 'admin', 'editor', 'author', 'viewer'] as const;
export type Role = (typeof roles)[number];

const everybody: readonly Role[] = roles;
const writers: readonly Role[] = ['owner', 'admin', 'editor', 'author'];
const publishers: readonly Role[] = ['owner', 'admin', 'editor'];
const managers: readonly Role[] = ['owner', 'admin'];

export const allowed: Record<Permission, readonly Role[]> = {
  'post.read': everybody,
  'post.write': writers,
  'post.publish': publishers,
  'channel.read': everybody,
  'channel.manage': managers,
  'media.read': everybody,
  'media.write': writers,
};

/** Who asks, as the request's credentials say. */
export interface Caller {
  workspaceId: number;
  userId: number;
  name: string;
  role: Role;
  /** What the key is limited to; null: everything the role may do. */
  scopes: readonly string[] | null;
  timeZone: string;
  requiresApproval: boolean;
}

export function may(who: Caller, permission: Permission): boolean {
  return allowed[permission].includes(who.role) && (who.scopes?.includes(permission) ?? true);
}

/** The first line of every use case. */
export function allow(who: Caller, permission: Permission): void {
  if (may(who, permission)) return;
  const byRole = allowed[permission].includes(who.role);
  throw new Problem('forbidden', {
    message: byRole
      ? `This key's scopes do not include ${permission}.`
      : `The role ${who.role} may not do that (${permission}).`,
  });
}
