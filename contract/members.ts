/** Members of a workspace. */
import { named } from './named.ts';
import { roles } from './roles.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const Role = named('Role', Type.Enum(roles));

export const channelIds = nullable(
  Type.Array(Id, {
    minItems: 1,
    maxItems: 500,
    uniqueItems: true,
    description: 'Null: all channels. Owners and admins always have all channels.',
  }),
);

const Member = named(
  'Member',
  closed({
    id: { ...Id, description: 'The id of the person.' },
    name: Type.String(),
    email: nullable(Type.String({ description: 'Null: another user proved that the address is theirs.' })),
    role: Role,
    channel_ids: nullable(Type.Array(Id)),
    created_at: Timestamp,
  }),
);

export const link = nullable(
  Type.String({
    description: 'Pass this link on yourself; no later answer shows it again. Null: it was sent by mail.',
  }),
);

export const memberRoutes = {
  listMembers: {
    method: 'GET',
    path: `${API}/members`,
    summary: 'List members, owners first',
    description: 'Members who are limited to channels have `channel_ids`.',
    permission: 'workspace.read',
    status: 200,
    output: wrapped(Type.Array(Member)),
    errors: [],
  },
  updateMember: {
    method: 'PATCH',
    path: `${API}/members/:id`,
    summary: 'Change the role or the channels of a member',
    description: 'Only owners may change owners. New rights apply from the member’s next request on.',
    permission: 'member.manage',
    params: byId,
    body: closed({ role: Type.Optional(Role), channel_ids: Type.Optional(channelIds) }),
    status: 200,
    output: wrapped(Member),
    errors: ['not_found', 'last_owner'],
  },
  deleteMember: {
    method: 'DELETE',
    path: `${API}/members/:id`,
    summary: 'Remove a member (requires member.manage) or leave; posts stay, API keys are revoked',
    description: 'The API keys of a former member end at once. Their posts stay and are published on time.',
    permission: 'workspace.read',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'last_owner'],
  },
  resetMemberPassword: {
    method: 'POST',
    path: `${API}/members/:id/password-reset`,
    summary: 'Create a password reset link for a member with a lower role; it expires after an hour',
    description: 'Only for a member who belongs to no other workspace.',
    permission: 'member.manage',
    params: byId,
    status: 201,
    output: wrapped(closed({ link })),
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
