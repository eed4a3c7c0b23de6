import type { Role } from '@belfry/contract/roles.ts';

export const roles: Record<Role, string> = {
  owner: 'Eigentümer',
  admin: 'Admin',
  editor: 'Redakteur',
  author: 'Autor',
  viewer: 'Leser',
};
