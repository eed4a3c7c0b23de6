import type { ConnectedAccount, FormConnect } from '../core/network.ts';
import { call } from './call.ts';

export const form: FormConnect = {
  credentials: {
    type: 'object',
    properties: {
      username: {
        type: 'string',
        title: 'Username',
        'x-code': 'username',
        description:
          'Any name you like: letters a–z, digits and underscores. The sandbox creates the account if it is new.',
        pattern: '^@?[A-Za-z0-9_]{1,30}$',
        maxLength: 31,
      },
    },
    required: ['username'],
    additionalProperties: false,
  },

  async connect(credentials, caller): Promise<ConnectedAccount[]> {
    const wanted = String(credentials.username).replace(/^@/, '');
    const request = {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: wanted }),
    };
    const { username, token } = await call(caller, '/accounts', request, ['username', 'token']);
    const account = { id: username, name: username, username, avatarUrl: null };
    return [{ account, grant: { token, username } }];
  },
};
