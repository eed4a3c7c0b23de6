/** Sessions. */
import { Code, Password } from './credentials.ts';
import { Role } from './members.ts';
import { named } from './named.ts';
import { Profile } from './profile.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** The name of the session cookie. `__Host-` makes browsers accept it from this host only, and only over TLS. */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-belfry' : 'belfry';
}

/** The signed-in user as they see themselves. */
export const OwnUser = named(
  'OwnUser',
  closed({
    ...Profile,
    two_factor: Type.Boolean(),
    has_password: Type.Boolean({
      description: 'False: the person signs in with a passkey or the OpenID provider only.',
    }),
  }),
);

/** A workspace of the signed-in user. */
export const Membership = named(
  'Membership',
  closed({ id: Id, name: Type.String(), time_zone: Type.String(), role: Role }),
);

/** The signed-in user, their session and their workspaces. */
export const Self = named(
  'Self',
  closed({
    user: OwnUser,
    session: byId,
    workspaces: Type.Array(Membership),
    workspace_id: nullable({ ...Id, description: 'The workspace of this request.' }),
  }),
);

const Session = named(
  'Session',
  closed({
    id: Id,
    created_at: Timestamp,
    last_used_at: Timestamp,
    user_agent: Type.String(),
    address: Type.String(),
    current: Type.Boolean(),
  }),
);

export const sessionRoutes = {
  signIn: {
    method: 'POST',
    path: `${API}/session`,
    summary: 'Sign in with a password; the answer sets the session cookie',
    description:
      'After wrong passwords or codes, you must wait before each further try. With two-factor authentication, the right password alone gets 401 `code_required`.',
    permission: 'open',
    body: closed({
      email: Text({ minLength: 1, maxLength: 254 }),
      password: Password,
      code: Type.Optional({ ...Code, description: 'From the authenticator app, or a recovery code.' }),
    }),
    status: 201,
    output: wrapped(Self),
    errors: ['sign_in_refused', 'code_required', 'code_refused'],
  },
  getSession: {
    method: 'GET',
    path: `${API}/session`,
    summary: 'Get the signed-in user, their workspaces and the selected workspace',
    description: '`workspace_id` is the workspace that `X-Workspace` selects, or the one selected last.',
    permission: 'person',
    status: 200,
    output: wrapped(Self),
    errors: [],
  },
  signOut: {
    method: 'DELETE',
    path: `${API}/session`,
    summary: 'Sign out',
    description: 'Ends the session of this request and removes its cookie.',
    permission: 'person',
    status: 204,
    output: null,
    errors: [],
  },
  listSessions: {
    method: 'GET',
    path: `${API}/sessions`,
    summary: 'List your sessions, last used first',
    description: '`current` is true for the session of this request.',
    permission: 'person',
    status: 200,
    output: wrapped(Type.Array(Session)),
    errors: [],
  },
  endSession: {
    method: 'DELETE',
    path: `${API}/sessions/:id`,
    summary: 'End one of your sessions',
    description: 'The browser with this session is signed out at its next request.',
    permission: 'person',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
