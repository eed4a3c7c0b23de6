import type { Role } from '@belfry/contract/roles.ts';

export const roles: Record<Role, string> = {
  owner: 'owner',
  admin: 'admin',
  editor: 'editor',
  author: 'author',
  viewer: 'viewer',
};
