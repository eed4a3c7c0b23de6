/** Invitations. */
import { Code, EmailIn, NameIn, NewPassword, Token } from './credentials.ts';
import { channelIds, link, Role } from './members.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Person, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

const invitation = {
  id: Id,
  email: Type.String(),
  role: Role,
  channel_ids: nullable(Type.Array(Id)),
  invited_by: Person,
  created_at: Timestamp,
  expires_at: Timestamp,
};

export const invitationRoutes = {
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
    body: closed({ email: EmailIn, role: Role, channel_ids: Type.Optional(channelIds) }),
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
      token: Token,
      name: Type.Optional(NameIn),
      password: Type.Optional(NewPassword),
      code: Type.Optional(Code),
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
} as const satisfies Record<string, Route>;
