/** Signing in and out, where one is signed in, one's address, password and second factor. */

import { Profile } from './profile-routes.ts';
import type { Route } from './route.ts';
import { closed, Id, nullable, Text, Timestamp, wrapped } from './schemas.ts';
import { Type } from './type.ts';

/** The name of the cookie. With its prefix a browser takes it from this very host only, and only over TLS. */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-belfry' : 'belfry';
}

const API = '/api/v1';
/** Who has none must have signed in within the last ten minutes. */
const oldPassword = Text({ minLength: 1, maxLength: 200 });
const code = Text({ minLength: 1, maxLength: 40 });

/** What is asked before somebody adds a way in that asks for no code. */
export const proof = {
  password: Type.Optional({
    ...Text({ minLength: 1, maxLength: 200 }),
    description: 'Who has none must have signed in within the last ten minutes.',
  }),
  code: Type.Optional({
    ...Text({ minLength: 1, maxLength: 40 }),
    description: 'Of the authenticator app, or a recovery code, where a second factor is in force.',
  }),
};

/** Who signed in, and where they are. */
export const Self = closed({
  user: closed({
    ...Profile,
    two_factor: Type.Boolean(),
    has_password: Type.Boolean({ description: 'False: they sign in by other ways only.' }),
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
  workspace_id: nullable({ ...Id, description: 'The one that this request is about.' }),
});

export const sessionRoutes = {
  signIn: {
    method: 'POST',
    path: `${API}/session`,
    summary: 'Sign in; the answer sets the cookie of the session',
    permission: 'open',
    body: closed({
      email: Text({ minLength: 1, maxLength: 254 }),
      password: oldPassword,
      code: Type.Optional({ ...code, description: 'Of the authenticator app, or a recovery code.' }),
    }),
    status: 201,
    output: wrapped(Self),
    errors: ['sign_in_refused', 'code_required', 'code_refused'],
  },
  getSession: {
    method: 'GET',
    path: `${API}/session`,
    summary: 'Who is signed in, their workspaces, and which of them is chosen',
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
    summary: 'Where one is signed in, the latest use first',
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
    summary: 'Sign out somewhere else',
    permission: 'person',
    params: closed({ id: Id }),
    status: 204,
    output: null,
    errors: ['not_found'],
  },
  changePassword: {
    method: 'PUT',
    path: `${API}/password`,
    summary: 'Change one’s password, or set a first one; all other sessions end',
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
    summary:
      'Give your account another e-mail address, or prove the one it has; where mail is set up, a link to confirm goes there',
    permission: 'person',
    perHour: 60,
    body: closed({ email: Type.String({ format: 'email-address', maxLength: 254 }), ...proof }),
    status: 200,
    output: wrapped(
      closed({
        link_sent: Type.Boolean({ description: 'False: no mail is set up, and the address is changed.' }),
      }),
    ),
    errors: ['proof_required', 'email_taken'],
  },
  confirmEmail: {
    method: 'POST',
    path: `${API}/profile/email/confirm`,
    summary: 'Confirm the address by the link that was mailed to it; the session gets a new cookie',
    permission: 'person',
    body: closed({ token: Text({ minLength: 1, maxLength: 200 }) }),
    status: 204,
    output: null,
    errors: ['link_over', 'email_taken'],
  },
  beginTwoFactor: {
    method: 'POST',
    path: `${API}/two-factor`,
    summary: 'Begin to ask for a code at sign-in: a secret for an authenticator app',
    permission: 'person',
    body: closed({ password: Type.Optional(oldPassword) }),
    status: 201,
    output: wrapped(closed({ secret: Type.String(), otpauth_url: Type.String() })),
    errors: ['two_factor_active', 'proof_required'],
  },
  confirmTwoFactor: {
    method: 'POST',
    path: `${API}/two-factor/confirm`,
    summary: 'Put the second factor in force by a first code; the recovery codes are shown this once',
    permission: 'person',
    body: closed({ code }),
    status: 200,
    output: wrapped(closed({ recovery_codes: Type.Array(Type.String()) })),
    errors: ['two_factor_active', 'two_factor_missing'],
  },
  endTwoFactor: {
    method: 'DELETE',
    path: `${API}/two-factor`,
    summary: 'Ask for no code any more; takes a code or a recovery code',
    permission: 'person',
    body: closed({ code }),
    status: 204,
    output: null,
    errors: ['two_factor_missing'],
  },
} as const satisfies Record<string, Route>;
