/** A person’s e-mail address. */
import { EmailIn, proof, Token } from './credentials.ts';
import type { Route } from './route.ts';
import { API, closed, wrapped } from './shapes.ts';
import { Type } from './type.ts';

export const addressRoutes = {
  changeEmail: {
    method: 'PUT',
    path: `${API}/profile/email`,
    summary: 'Change or confirm your e-mail address; Belfry mails a link to it if mail is set up',
    description:
      'The address changes when you confirm it with `confirmEmail`. The former address gets an e-mail about the change.',
    permission: 'person',
    perHour: 60,
    body: closed({ email: EmailIn, ...proof }),
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
    description: 'The link is valid for an hour, and only in a session of the person who asked for it.',
    permission: 'person',
    body: closed({ token: Token }),
    status: 204,
    output: null,
    errors: ['link_over', 'email_taken'],
  },
} as const satisfies Record<string, Route>;
