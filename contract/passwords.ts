/** Passwords and their resets. */
import { EmailIn, NewPassword, Password, Token } from './credentials.ts';
import type { Route } from './route.ts';
import { API, closed } from './shapes.ts';
import { Type } from './type.ts';

export const passwordRoutes = {
  changePassword: {
    method: 'PUT',
    path: `${API}/password`,
    summary: 'Change your password, or set a first one; your other sessions end',
    description:
      '`current` is required if you have a password. If not, your last sign-in must be at most ten minutes old.',
    permission: 'person',
    body: closed({
      current: Type.Optional(Password),
      password: NewPassword,
    }),
    status: 204,
    output: null,
    errors: ['proof_required'],
  },
  requestPasswordReset: {
    method: 'POST',
    path: `${API}/password-resets`,
    summary:
      'Mail a password reset link if a user has this address; the answer does not reveal whether one has',
    description: 'The link works once, within an hour. An address gets at most three e-mails an hour.',
    permission: 'open',
    perHour: 60,
    body: closed({ email: EmailIn }),
    status: 204,
    output: null,
    errors: [],
  },
  usePasswordReset: {
    method: 'POST',
    path: `${API}/password-resets/use`,
    summary: 'Set a new password with the token from the link; all sessions of the user end',
    description: 'Using the link voids all other links of the user. It does not sign in.',
    permission: 'open',
    body: closed({ token: Token, password: NewPassword }),
    status: 204,
    output: null,
    errors: ['link_over'],
  },
} as const satisfies Record<string, Route>;
