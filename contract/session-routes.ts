/** The endpoints of sessions, and of a person's password, e-mail address and two-factor authentication. */

import { Profile } from './profile-routes.ts';
import type { Route } from './route.ts';
import { closed, Id, nullable, Text, Timestamp, wrapped } from './schemas.ts';
import { Type } from './type.ts';

/** The name of the session cookie. `__Host-` makes browsers accept it from this host only, and only over TLS. */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-belfry' : 'belfry';
}

const API = '/api/v1';
const oldPassword = Text({ minLength: 1, maxLength: 200 });
const code = Text({ minLength: 1, maxLength: 40 });

/** Proof of identity that adding a way to sign in requires, because the new way asks for neither. */
export const proof = {
  password: Type.Optional({
    ...Text({ minLength: 1, maxLength: 200 }),
    description:
      'Required if the person has a password. If not, the last sign-in must be at most ten minutes old.',
  }),
  code: Type.Optional({
    ...Text({ minLength: 1, maxLength: 40 }),
    description:
      'From the authenticator app, or a recovery code. Required if two-factor authentication is on.',
  }),
};

/** The signed-in user, their session and their workspaces. */
export const Self = closed({
  user: closed({
    ...Profile,
    two_factor: Type.Boolean(),
    has_password: Type.Boolean({
      description: 'False: the person signs in with a passkey or the OpenID provider only.',
    }),
  }),
  session: closed({ id: Id }),
  workspaces: Type.Array(
    closed({
      id: Id,
      name: Type.String(),
      time_zone: Type.String(),
      role: Type.Enum(['owner', 'admin', 'editor', 'author', 'viewer']),
    }),
  ),
  workspace_id: nullable({ ...Id, description: 'The workspace of this request.' }),
});

export const sessionRoutes = {
  signIn: {
    method: 'POST',
    path: `${API}/session`,
    summary: 'Sign in with a password; the answer sets the session cookie',
    permission: 'open',
    body: closed({
      email: Text({ minLength: 1, maxLength: 254 }),
      password: oldPassword,
      code: Type.Optional({ ...code, description: 'From the authenticator app, or a recovery code.' }),
    }),
    status: 201,
    output: wrapped(Self),
    errors: ['sign_in_refused', 'code_required', 'code_refused'],
  },
  getSession: {
    method: 'GET',
    path: `${API}/session`,
    summary: 'Get the signed-in user, their workspaces and the selected workspace',
    permission: 'person',
    status: 200,
    output: wrapped(Self),
    errors: [],
  },
  signOut: {
    method: 'DELETE',
    path: `${API}/session`,
    summary: 'Sign out',
    permission: 'person',
    status: 204,
    output: null,
    errors: [],
  },
  listSessions: {
    method: 'GET',
    path: `${API}/sessions`,
    summary: 'List your sessions, last used first',
    permission: 'person',
    status: 200,
    output: wrapped(
      Type.Array(
        closed({
          id: Id,
          created_at: Timestamp,
          last_used_at: Timestamp,
          user_agent: Type.String(),
          address: Type.String(),
          current: Type.Boolean(),
        }),
      ),
    ),
    errors: [],
  },
  endSession: {
    method: 'DELETE',
    path: `${API}/sessions/:id`,
    summary: 'End one of your sessions',
    permission: 'person',
    params: closed({ id: Id }),
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  changePassword: {
    method: 'PUT',
    path: `${API}/password`,
    summary: 'Change your password, or set a first one; your other sessions end',
    permission: 'person',
    body: closed({
      current: Type.Optional(oldPassword),
      password: Text({ minLength: 10, maxLength: 200 }),
    }),
    status: 204,
    output: null,
    errors: ['proof_required'],
  },
  changeEmail: {
    method: 'PUT',
    path: `${API}/profile/email`,
    summary: 'Change or prove your e-mail address; if mail is set up, a confirmation link is sent to it',
    permission: 'person',
    perHour: 60,
    body: closed({ email: Type.String({ format: 'email-address', maxLength: 254 }), ...proof }),
    status: 200,
    output: wrapped(
      closed({
        link_sent: Type.Boolean({
          description: 'False: mail is not set up, so the address changed at once.',
        }),
      }),
    ),
    errors: ['proof_required', 'email_taken'],
  },
  confirmEmail: {
    method: 'POST',
    path: `${API}/profile/email/confirm`,
    summary: 'Confirm an e-mail address with the token from the mailed link; the session gets a new cookie',
    permission: 'person',
    body: closed({ token: Text({ minLength: 1, maxLength: 200 }) }),
    status: 204,
    output: null,
    errors: ['link_over', 'email_taken'],
  },
  beginTwoFactor: {
    method: 'POST',
    path: `${API}/two-factor`,
    summary: 'Start two-factor authentication; the answer has the secret for an authenticator app',
    permission: 'person',
    body: closed({ password: Type.Optional(oldPassword) }),
    status: 201,
    output: wrapped(closed({ secret: Type.String(), otpauth_url: Type.String() })),
    errors: ['two_factor_active', 'proof_required'],
  },
  confirmTwoFactor: {
    method: 'POST',
    path: `${API}/two-factor/confirm`,
    summary: 'Turn on two-factor authentication with a first code; only this answer shows the recovery codes',
    permission: 'person',
    body: closed({ code }),
    status: 200,
    output: wrapped(closed({ recovery_codes: Type.Array(Type.String()) })),
    errors: ['two_factor_active', 'two_factor_missing'],
  },
  endTwoFactor: {
    method: 'DELETE',
    path: `${API}/two-factor`,
    summary: 'Turn off two-factor authentication with a code or a recovery code',
    permission: 'person',
    body: closed({ code }),
    status: 204,
    output: null,
    errors: ['two_factor_missing'],
  },
} as const satisfies Record<string, Route>;
