import { formOf } from '../core/credentials.ts';
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { FormConnect } from '../core/network.ts';
import { call } from './call.ts';

export const grant = {
  type: 'object',
  properties: { token: { type: 'string', writeOnly: true }, username: { type: 'string' } },
  required: ['token', 'username'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;

export const form: FormConnect<Grant> = {
  credentials: formOf({
    username: {
      type: 'string',
      title: 'Username',
      'x-code': 'username',
      description:
        'Any name you like, of at most 30 letters a–z, digits and underscores. The sandbox creates the account if it is new.',
      pattern: '^@?[A-Za-z0-9_]{1,30}$',
      maxLength: 31,
    },
  }),

  async connect(credentials, caller) {
    const wanted = String(credentials.username).replace(/^@/, '');
    const headers = { 'content-type': 'application/json' };
    const request = { headers, body: JSON.stringify({ username: wanted }) };
    const { username, token } = await call(caller, '/accounts', request, ['username', 'token']);
    const account = { id: username, name: username, username, avatarUrl: null };
    return [{ account, grant: { token, username } }];
  },
};
