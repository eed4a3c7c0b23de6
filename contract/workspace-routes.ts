/** The endpoints of workspaces, members, invitations and password resets. */

import type { Route } from './route.ts';
import {
  Count,
  closed,
  Id,
  Line,
  nullable,
  Person,
  PostingTimes,
  Text,
  Timestamp,
  wrapped,
} from './schemas.ts';
import { Type } from './type.ts';

const API = '/api/v1';
const byId = closed({ id: Id });
const name = Line({ minLength: 1, maxLength: 100 });
const timeZone = Type.String({ format: 'time-zone', maxLength: 64 });
const email = Type.String({ format: 'email-address', maxLength: 254 });
const password = Text({ minLength: 10, maxLength: 200 });
const token = Text({ minLength: 1, maxLength: 200 });
const Role = Type.Enum(['owner', 'admin', 'editor', 'author', 'viewer']);
const channelIds = nullable(
  Type.Array(Id, {
    minItems: 1,
    maxItems: 500,
    uniqueItems: true,
    description: 'Null: all channels. Owners and admins always have all channels.',
  }),
);

const Workspace = closed({
  id: Id,
  name: Type.String(),
  time_zone: Type.String(),
  requires_approval: Type.Boolean(),
  allow_self_review: Type.Boolean({
    description: 'Whether an owner may approve their own post if there is no other owner or admin.',
  }),
  grace_hours: { ...Count, description: 'Hours after its time in which a late post is still published.' },
  posting_times: { ...PostingTimes, description: 'Copied to newly connected channels.' },
  created_at: Timestamp,
  role: { ...Role, description: 'The role of the caller.' },
});

const Member = closed({
  id: { ...Id, description: 'The id of the person.' },
  name: Type.String(),
  email: nullable(Type.String({ description: 'Null: another user proved that the address is theirs.' })),
  role: Role,
  channel_ids: nullable(Type.Array(Id)),
  created_at: Timestamp,
});

const invitation = {
  id: Id,
  email: Type.String(),
  role: Role,
  channel_ids: nullable(Type.Array(Id)),
  invited_by: Person,
  created_at: Timestamp,
  expires_at: Timestamp,
};
const link = nullable(
  Type.String({
    description: 'Pass this link on yourself; no later answer shows it again. Null: it was sent by mail.',
  }),
);

export const workspaceRoutes = {
  listWorkspaces: {
    method: 'GET',
    path: `${API}/workspaces`,
    summary: 'List the workspaces that you belong to',
    permission: 'person',
    status: 200,
    output: wrapped(Type.Array(Workspace)),
    errors: [],
  },
  createWorkspace: {
    method: 'POST',
    path: `${API}/workspaces`,
    summary: 'Create a workspace; you become its owner',
    permission: 'person',
    body: closed({ name, time_zone: Type.Optional(timeZone) }),
    status: 201,
    output: wrapped(Workspace),
    errors: ['too_many_workspaces'],
  },
  getWorkspace: {
    method: 'GET',
    path: `${API}/workspace`,
    summary: 'Get the workspace',
    permission: 'workspace.read',
    status: 200,
    output: wrapped(Workspace),
    errors: [],
  },
  updateWorkspace: {
    method: 'PATCH',
    path: `${API}/workspace`,
    summary: 'Change the workspace; posts that wait for approval keep waiting',
    permission: 'workspace.manage',
    body: closed({
      name: Type.Optional(name),
      time_zone: Type.Optional(timeZone),
      requires_approval: Type.Optional(Type.Boolean()),
      allow_self_review: Type.Optional(Type.Boolean()),
      grace_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 8760 })),
      posting_times: Type.Optional(PostingTimes),
    }),
    status: 200,
    output: wrapped(Workspace),
    errors: [],
  },
  listMembers: {
    method: 'GET',
    path: `${API}/members`,
    summary: 'List members, owners first',
    permission: 'workspace.read',
    status: 200,
    output: wrapped(Type.Array(Member)),
    errors: [],
  },
  updateMember: {
    method: 'PATCH',
    path: `${API}/members/:id`,
    summary: 'Change the role or the channels of a member',
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
    permission: 'member.manage',
    params: byId,
    status: 201,
    output: wrapped(closed({ link })),
    errors: ['not_found'],
  },
  listInvitations: {
    method: 'GET',
    path: `${API}/invitations`,
    summary: 'List open invitations, newest first',
    permission: 'member.manage',
    status: 200,
    output: wrapped(Type.Array(closed(invitation))),
    errors: [],
  },
  createInvitation: {
    method: 'POST',
    path: `${API}/invitations`,
    summary: 'Invite a person; inviting an address again voids its earlier link',
    permission: 'member.manage',
    body: closed({ email, role: Role, channel_ids: Type.Optional(channelIds) }),
    status: 201,
    output: wrapped(closed({ ...invitation, link })),
    errors: ['already_member', 'too_many_members'],
  },
  deleteInvitation: {
    method: 'DELETE',
    path: `${API}/invitations/:id`,
    summary: 'Withdraw an invitation',
    permission: 'member.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  acceptInvitation: {
    method: 'POST',
    path: `${API}/invitations/accept`,
    summary:
      'Accept an invitation: signed in, with your password, or as a new user with a name and a password',
    permission: 'open',
    body: closed({
      token,
      name: Type.Optional(name),
      password: Type.Optional(password),
      code: Type.Optional(Text({ minLength: 1, maxLength: 40 })),
    }),
    status: 201,
    output: wrapped(
      closed({
        user: closed({ id: Id, name: Type.String(), email: Type.String() }),
        workspace: closed({ id: Id, name: Type.String() }),
      }),
    ),
    errors: ['forbidden', 'link_over', 'already_member', 'sign_in_refused', 'code_required', 'code_refused'],
  },
  requestPasswordReset: {
    method: 'POST',
    path: `${API}/password-resets`,
    summary:
      'Mail a password reset link if a user has this address; the answer does not reveal whether one has',
    permission: 'open',
    perHour: 60,
    body: closed({ email }),
    status: 204,
    output: null,
    errors: [],
  },
  usePasswordReset: {
    method: 'POST',
    path: `${API}/password-resets/use`,
    summary: 'Set a new password with the token from the link; all sessions of the user end',
    permission: 'open',
    body: closed({ token, password }),
    status: 204,
    output: null,
    errors: ['link_over'],
  },
} as const satisfies Record<string, Route>;
