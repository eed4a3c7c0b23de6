/** The choice of accounts after a sign-in that opens several. */
import type { Static } from 'typebox';
import { Channel } from './channels.ts';
import { named } from './named.ts';
import { Platform } from './networks.ts';
import type { Route } from './route.ts';
import { API, byId, closed, Id, nullable, Text, Timestamp, wrapped } from './shapes.ts';
import { Type } from './type.ts';

/** The most accounts of one sign-in. */
export const MAX_ACCOUNTS = 200;

const OfferedAccount = named(
  'OfferedAccount',
  closed({
    id: Type.String({ description: 'The network’s own id of the account.' }),
    name: Type.String(),
    username: Type.String(),
    avatar_url: nullable(Type.String()),
    connected: Type.Boolean({
      description:
        'Whether the workspace already has a channel of this account. Choosing it connects the channel again.',
    }),
  }),
);

const AccountChoice = named(
  'AccountChoice',
  closed({
    id: Id,
    platform: Platform,
    expires_at: Timestamp,
    return_to: {
      ...nullable(Type.String()),
      description: 'The path of `beginConnect` to open after the choice. Null: there was none.',
    },
    accounts: Type.Array(OfferedAccount, { maxItems: MAX_ACCOUNTS }),
  }),
);

export type AccountChoice = Static<typeof AccountChoice>;

export const accountChoiceRoutes = {
  getAccountChoice: {
    method: 'GET',
    path: `${API}/channels/connect/:id`,
    summary: 'Get the accounts that a sign-in at a network opened, to choose from',
    description:
      'A sign-in that opens several accounts connects none until you choose, within 15 minutes. Only the session or API key that began the sign-in can read this. 404 until the person has returned from the network, and if the sign-in led to no choice.',
    permission: 'channel.manage',
    params: byId,
    status: 200,
    output: wrapped(AccountChoice),
    errors: ['not_found', 'choice_of_other_session', 'choice_used', 'choice_expired'],
  },
  connectAccounts: {
    method: 'POST',
    path: `${API}/channels/connect/:id`,
    summary: 'Connect the chosen accounts of a sign-in, once',
    description:
      'Connects all of these accounts or none, and answers their channels in the order of `account_ids`. An account that was connected before keeps its channel. The other accounts are forgotten.',
    permission: 'channel.manage',
    params: byId,
    body: closed({
      account_ids: Type.Array(Text({ minLength: 1, maxLength: 500 }), {
        minItems: 1,
        maxItems: MAX_ACCOUNTS,
        uniqueItems: true,
      }),
    }),
    status: 201,
    output: wrapped(Type.Array(Channel)),
    errors: [
      'not_found',
      'choice_of_other_session',
      'choice_used',
      'choice_expired',
      'connect_refused',
      'too_many_channels',
      'idempotency_in_flight',
      'idempotency_key_reused',
    ],
    idempotent: true,
  },
} as const satisfies Record<string, Route>;
