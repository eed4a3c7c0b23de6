/** Signing in and out, where one is signed in, one's password and one's second factor. */
import { Type } from 'typebox';
import type { Route } from './route.ts';
import { closed, Id, nullable, Text, Timestamp, wrapped } from './schemas.ts';

/** The name of the cookie. With its prefix a browser takes it from this very host only, and only over TLS. */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-belfry' : 'belfry';
}

const API = '/api/v1';
const oldPassword = Text({ minLength: 1, maxLength: 200 });
const code = Text({ minLength: 1, maxLength: 40 });

const Self = closed({
  user: closed({ id: Id, name: Type.String(), email: Type.String(), two_factor: Type.Boolean() }),
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
    summary: 'Change one’s password; all other sessions end',
    permission: 'person',
    body: closed({ current: oldPassword, password: Text({ minLength: 10, maxLength: 200 }) }),
    status: 204,
    output: null,
    errors: [],
  },
  beginTwoFactor: {
    method: 'POST',
    path: `${API}/two-factor`,
    summary: 'Begin to ask for a code at sign-in: a secret for an authenticator app',
    permission: 'person',
    body: closed({ password: oldPassword }),
    status: 201,
    output: wrapped(closed({ secret: Type.String(), otpauth_url: Type.String() })),
    errors: ['two_factor_active'],
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
