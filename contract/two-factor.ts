/** Two-factor authentication. */
import { Code, Password } from './credentials.ts';
import type { Route } from './route.ts';
import { API, closed, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const twoFactorRoutes = {
  beginTwoFactor: {
    method: 'POST',
    path: `${API}/two-factor`,
    summary: 'Start two-factor authentication; the answer has the secret for an authenticator app',
    description: 'Two-factor authentication is on only after `confirmTwoFactor`.',
    permission: 'person',
    body: closed({ password: Type.Optional(Password) }),
    status: 201,
    output: wrapped(closed({ secret: Type.String(), otpauth_url: Type.String() })),
    errors: ['two_factor_active', 'proof_required'],
  },
  confirmTwoFactor: {
    method: 'POST',
    path: `${API}/two-factor/confirm`,
    summary: 'Turn on two-factor authentication with a first code; only this answer shows the recovery codes',
    description:
      'Store the recovery codes: each works once in place of a code. The session gets a new cookie.',
    permission: 'person',
    body: closed({ code: Code }),
    status: 200,
    output: wrapped(closed({ recovery_codes: Type.Array(Type.String()) })),
    errors: ['two_factor_active', 'two_factor_missing'],
  },
  endTwoFactor: {
    method: 'DELETE',
    path: `${API}/two-factor`,
    summary: 'Turn off two-factor authentication with a code or a recovery code',
    description: 'Removes the secret and all recovery codes. The session gets a new cookie.',
    permission: 'person',
    body: closed({ code: Code }),
    status: 204,
    output: null,
    errors: ['two_factor_missing'],
  },
} as const satisfies Record<string, Route>;
