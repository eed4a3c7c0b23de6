/** Ways to sign in, and the OpenID provider. */
import { proof, Token } from './credentials.ts';
import { named } from './named.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, ReturnTo, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

const return_to = Type.Optional(ReturnTo);

/** Accepts any parameters of a provider, so that the browser is always redirected. The limit is that of headers. */
const MAX_HEADER_BYTES = 16 * 1024;

const value = Type.String({ maxLength: MAX_HEADER_BYTES });

const anyParameters = Type.Object(
  {},
  {
    additionalProperties: Type.Union([value, Type.Array(value, { maxItems: MAX_HEADER_BYTES })]),
    maxProperties: MAX_HEADER_BYTES,
  },
);

const redirect = wrapped(
  closed({ authorize_url: Type.String({ description: 'Send the browser here within ten minutes.' }) }),
);

const Identity = named(
  'Identity',
  closed({
    id: Id,
    issuer: Type.String(),
    email: nullable(Type.String()),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
  }),
);

export const waysInRoutes = {
  listWaysIn: {
    method: 'GET',
    path: `${API}/ways-in`,
    summary: 'List the ways to sign in to this installation',
    description:
      'A sign-in page uses this to show only what works. `openid` is null if no provider is set up.',
    permission: 'open',
    status: 200,
    output: wrapped(
      closed({
        password: Type.Boolean(),
        passkey: Type.Boolean(),
        openid: nullable(closed({ name: Type.String() })),
      }),
    ),
    errors: [],
  },
  goToOpenId: {
    method: 'GET',
    path: `${API}/session/openid`,
    summary: 'Redirect the browser to the OpenID provider to sign in',
    description:
      'Link to it from a page. If the provider cannot be reached, the browser goes to `/sign-in?error=openid_unreachable`.',
    permission: 'open',
    query: closed({ return_to }),
    status: 302,
    output: null,
    errors: [],
  },
  beginOpenId: {
    method: 'POST',
    path: `${API}/session/openid`,
    summary: 'Start a sign-in at the OpenID provider, also to accept an invitation',
    description:
      'Like `goToOpenId`, for pages that redirect the browser themselves. A sign-in works once, within ten minutes, in the browser that started it.',
    permission: 'open',
    body: closed({
      return_to,
      invitation: Type.Optional({
        ...Token,
        description: 'The token of an invitation to accept with this sign-in.',
      }),
    }),
    status: 201,
    output: redirect,
    errors: ['openid_missing', 'openid_unreachable'],
  },
  finishOpenId: {
    method: 'GET',
    path: `${API}/session/openid/callback`,
    summary:
      'Finish a sign-in; the OpenID provider sends the browser here, and it goes on to return_to or /sign-in?error=<code>',
    description: 'Only the provider links to it. It accepts any parameters.',
    permission: 'open',
    query: anyParameters,
    status: 302,
    output: null,
    errors: [],
  },
  listIdentities: {
    method: 'GET',
    path: `${API}/identities`,
    summary: 'List your identities at the OpenID provider, newest first',
    description: 'An identity is an account at the OpenID provider.',
    permission: 'person',
    status: 200,
    output: wrapped(Type.Array(Identity)),
    errors: [],
  },
  beginIdentity: {
    method: 'POST',
    path: `${API}/identities/openid`,
    summary: 'Start adding the OpenID provider as a way to sign in',
    description:
      'Send the browser to `authorize_url`. It comes back to `return_to`, with `?error=` and a code if it failed.',
    permission: 'person',
    body: closed({ return_to, ...proof }),
    status: 201,
    output: redirect,
    errors: ['proof_required', 'openid_missing', 'openid_unreachable'],
  },
  deleteIdentity: {
    method: 'DELETE',
    path: `${API}/identities/:id`,
    summary: 'Remove an identity; the session gets a new cookie',
    description: 'Your only way to sign in cannot be removed.',
    permission: 'person',
    params: byId,
    status: 204,
    output: null,
    errors: ['not_found', 'last_way_in'],
  },
} as const satisfies Record<string, Route>;
