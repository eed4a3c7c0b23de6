/** How people can sign in here, and signing in by an OpenID provider. */

import type { Route } from './route.ts';
import { closed, Id, nullable, Text, Timestamp, wrapped } from './schemas.ts';
import { proof } from './session-routes.ts';
import { Type } from './type.ts';

const API = '/api/v1';
const return_to = Type.Optional({
  ...Text({ maxLength: 500 }),
  description: 'A path of this installation to go to afterwards; anything else counts as /.',
});
/** Whatever a provider sends, and so what fits into the head of a request: the browser is always sent on. */
const most = 16 * 1024;
const value = Type.String({ maxLength: most });
const anything = Type.Object(
  {},
  {
    additionalProperties: Type.Union([value, Type.Array(value, { maxItems: most })]),
    maxProperties: most,
  },
);
const away = wrapped(
  closed({ authorize_url: Type.String({ description: 'Where to send the browser; good for ten minutes.' }) }),
);

export const waysInRoutes = {
  listWaysIn: {
    method: 'GET',
    path: `${API}/ways-in`,
    summary: 'How people can sign in to this installation',
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
    summary: 'Send the browser to the OpenID provider to sign in; for links',
    permission: 'open',
    query: closed({ return_to }),
    status: 302,
    output: null,
    errors: [],
  },
  beginOpenId: {
    method: 'POST',
    path: `${API}/session/openid`,
    summary: 'Begin to sign in by the OpenID provider, also to accept an invitation',
    permission: 'open',
    body: closed({
      return_to,
      invitation: Type.Optional({
        ...Text({ minLength: 1, maxLength: 200 }),
        description: 'The token of an invitation, which is accepted by this sign-in.',
      }),
    }),
    status: 201,
    output: away,
    errors: ['openid_missing', 'openid_unreachable'],
  },
  finishOpenId: {
    method: 'GET',
    path: `${API}/session/openid/callback`,
    summary:
      'Where the OpenID provider sends the browser back to; it goes on to return_to, or to /sign-in?error=<code>',
    permission: 'open',
    query: anything,
    status: 302,
    output: null,
    errors: [],
  },
  listIdentities: {
    method: 'GET',
    path: `${API}/identities`,
    summary: 'Who one is at OpenID providers, the newest first',
    permission: 'person',
    status: 200,
    output: wrapped(
      Type.Array(
        closed({
          id: Id,
          issuer: Type.String(),
          email: nullable(Type.String()),
          created_at: Timestamp,
          last_used_at: nullable(Timestamp),
        }),
      ),
    ),
    errors: [],
  },
  beginIdentity: {
    method: 'POST',
    path: `${API}/identities/openid`,
    summary: 'Begin to add the OpenID provider as a way to sign in',
    permission: 'person',
    body: closed({ return_to, ...proof }),
    status: 201,
    output: away,
    errors: ['proof_required', 'openid_missing', 'openid_unreachable'],
  },
  deleteIdentity: {
    method: 'DELETE',
    path: `${API}/identities/:id`,
    summary: 'Remove a way to sign in, unless it is the last one; the session gets a new cookie',
    permission: 'person',
    params: closed({ id: Id }),
    status: 204,
    output: null,
    errors: ['not_found', 'last_way_in'],
  },
} as const satisfies Record<string, Route>;
