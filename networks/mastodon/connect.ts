import { NetworkFault } from '../core/fault.ts';
import { textField } from '../core/json.ts';
import type { AccountLimits } from '../core/limits.ts';
import type { Caller, FormConnect, Joined, Session } from '../core/network.ts';
import { callApi, readGrant } from './api.ts';
import { faultOf, sentenceOf } from './faults.ts';
import { detectSoftware, parseInstance, readInstance } from './instance.ts';
import { limitsOf } from './limits.ts';

/** How the person names the server, in both ways of joining. */
export const instanceField = {
  type: 'string',
  title: 'Server',
  description: 'Address of your server, such as https://mastodon.social.',
  minLength: 1,
  maxLength: 300,
};

export const form: FormConnect = {
  credentials: {
    type: 'object',
    properties: {
      instance: instanceField,
      access_token: {
        type: 'string',
        title: 'Access token',
        description:
          'From Preferences → Development → New application, with the scopes read, write:media and write:statuses.',
        format: 'password',
        minLength: 1,
      },
    },
    required: ['instance', 'access_token'],
    additionalProperties: false,
  },

  async join(credentials, caller): Promise<Joined[]> {
    const instance = parseInstance(String(credentials.instance));
    return [await joinAccount(instance, String(credentials.access_token).trim(), caller)];
  },
};

/** Everything a channel needs, from a server and a token for it. Tokens do not end by themselves. */
export async function joinAccount(instance: string, token: string, caller: Caller): Promise<Joined> {
  const description = await readInstance(caller, instance);
  const profile = await readProfile(instance, token, caller);
  const software = await detectSoftware(caller, instance);
  const { host } = new URL(instance);
  const { id, username } = profile;
  return {
    account: {
      id: `${id}@${host}`,
      name: textField(profile.json, 'display_name') ?? username,
      username: `${username}@${domainOf(description) ?? host}`,
      avatarUrl: textField(profile.json, 'avatar') ?? null,
    },
    grant: { instance, software, account_id: id, access_token: token },
    limits: limitsOf(description, software),
  };
}

/** The domain in people's names, which may be another than the server's address. */
function domainOf(description: unknown): string | undefined {
  const domain = textField(description, 'domain') ?? textField(description, 'uri');
  return domain?.replace(/^https?:\/\/|\/$/g, '');
}

export async function readLimits(session: Session): Promise<AccountLimits> {
  const { instance, software } = readGrant(session);
  return limitsOf(await readInstance(session, instance), software);
}

async function readProfile(instance: string, token: string, caller: Caller) {
  const path = '/api/v1/accounts/verify_credentials';
  const response = await callApi(caller, instance, { method: 'GET', path, token });
  const { status, json } = response;
  const id = textField(json, 'id');
  const username = textField(json, 'username');
  if (status === 200 && id !== undefined && username !== undefined) return { id, username, json };
  if (status === 401 || status === 403) throw refuseToken(instance, sentenceOf(response));
  throw faultOf(response, caller.now());
}

function refuseToken(instance: string, said: string): NetworkFault {
  const { host } = new URL(instance);
  const message = `${host} does not take this access token${said && ` (${said})`}. Make one on ${host} under Preferences → Development, with the scopes read, write:media and write:statuses.`;
  return new NetworkFault({ kind: 'rejected', message });
}
