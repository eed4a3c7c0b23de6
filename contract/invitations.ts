/** Invitations. */
import { Code, EmailIn, NameIn, NewPassword, Token } from './credentials.ts';
import { channelIds, link, Role } from './members.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Person, Timestamp, User, wrapped } from './shapes.ts';
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

/** Ids mean nothing before the sign-in. */
const NameOnly = closed({ name: Type.String() });

const Invitation = named('Invitation', closed(invitation));
const NewInvitation = named('NewInvitation', closed({ ...invitation, link }));

export const invitationRoutes = {
  listInvitations: {
    method: 'GET',
    path: `${API}/invitations`,
    summary: 'List open invitations, newest first',
    description: 'Invitations that were accepted, withdrawn or have expired are not in the list.',
    permission: 'member.manage',
    status: 200,
    output: wrapped(Type.Array(Invitation)),
    errors: [],
  },
  createInvitation: {
    method: 'POST',
    path: `${API}/invitations`,
    summary: 'Invite a person; inviting an address again voids its earlier link',
    description:
      'An invitation is for one address and one use, and is valid for seven days. If mail is set up, the link is mailed and `link` is null.',
    permission: 'member.manage',
    body: closed({ email: EmailIn, role: Role, channel_ids: Type.Optional(channelIds) }),
    status: 201,
    output: wrapped(NewInvitation),
    errors: ['already_member', 'too_many_members'],
  },
  deleteInvitation: {
    method: 'DELETE',
    path: `${API}/invitations/:id`,
    summary: 'Withdraw an invitation',
    description: 'Its link stops working at once.',
    permission: 'member.manage',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  readInvitation: {
    method: 'POST',
    path: `${API}/invitations/read`,
    summary: 'Read an invitation: who invites the holder of its link, and to which workspace',
    description:
      'The token is in the body, because addresses are logged. The answer does not say who was invited.',
    permission: 'open',
    body: closed({ token: Token }),
    status: 200,
    output: wrapped(closed({ workspace: NameOnly, invited_by: NameOnly })),
    errors: ['link_over'],
  },
  acceptInvitation: {
    method: 'POST',
    path: `${API}/invitations/accept`,
    summary:
      'Accept an invitation: signed in, with your password, or as a new user with a name and a password',
    description:
      'Send `token` alone in a session of the invited address, `password` to sign in, or `name` and `password` to become a new user. Afterwards the person is signed in.',
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
        user: User,
        workspace: closed({ id: Id, name: Type.String() }),
      }),
    ),
    errors: ['forbidden', 'link_over', 'already_member', 'sign_in_refused', 'code_required', 'code_refused'],
  },
} as const satisfies Record<string, Route>;
