import type { NetworkFault } from '../core/fault.ts';
import { refuse } from '../core/fault.ts';
import { idField, textField } from '../core/json.ts';
import type { AccountState, Caller, ConnectedAccount, FormConnect } from '../core/network.ts';
import { callApi, type Grant, type MastodonSession, readGrant } from './api.ts';
import { faultOf, sentenceOf } from './faults.ts';
import { detectSoftware, parseInstance, readInstance } from './instance.ts';
import { limitsOf } from './limits.ts';

const tokenPage =
  'in the settings of your server (on Mastodon under Preferences → Development), with the scopes read, write:media and write:statuses';

const OWN_ACCOUNT = '/api/v1/accounts/verify_credentials';

/** The server's field, in both ways to connect. */
export const instanceField = {
  type: 'string',
  title: 'Server',
  'x-code': 'server',
  description: 'Address of your server, such as https://mastodon.social.',
  minLength: 1,
  maxLength: 300,
};

export const form: FormConnect<Grant> = {
  credentials: {
    type: 'object',
    properties: {
      instance: instanceField,
      access_token: {
        type: 'string',
        title: 'Access token',
        'x-code': 'access_token',
        description: `Create it ${tokenPage}.`,
        format: 'password',
        minLength: 1,
        maxLength: 4000,
      },
    },
    required: ['instance', 'access_token'],
    additionalProperties: false,
  },

  async connect(credentials, caller): Promise<ConnectedAccount<Grant>[]> {
    const instance = parseInstance(String(credentials.instance));
    return [await connectAccount(instance, String(credentials.access_token).trim(), caller)];
  },
};

/** Everything that a channel needs, from a server and a token for it. Tokens do not expire. */
export async function connectAccount(
  instance: string,
  token: string,
  caller: Caller,
): Promise<ConnectedAccount<Grant>> {
  const profile = await readProfile(instance, token, caller);
  const description = await readInstance(caller, instance, token);
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

/** The domain in people's handles, which may differ from the server's address. */
function domainOf(description: unknown): string | undefined {
  const domain = textField(description, 'domain') ?? textField(description, 'uri');
  return domain?.replace(/^https?:\/\/|\/$/g, '');
}

export async function look(session: MastodonSession): Promise<AccountState> {
  const { instance, software, token } = readGrant(session);
  return { limits: limitsOf(await readInstance(session, instance, token), software) };
}

/**
 * Checks whether the server still accepts the token. It may have been revoked, which would otherwise go unnoticed until
 * a post is due. Any answer other than 401 may be temporary.
 */
export async function check(session: MastodonSession): Promise<string[]> {
  const { instance, token } = readGrant(session);
  const response = await callApi(session, instance, { method: 'GET', path: OWN_ACCOUNT, token });
  if (response.status === 401) throw faultOf(response, session.now());
  return [];
}

async function readProfile(instance: string, token: string, caller: Caller) {
  const response = await callApi(caller, instance, { method: 'GET', path: OWN_ACCOUNT, token });
  const { status, json } = response;
  const id = idField(json, 'id');
  const username = textField(json, 'username');
  if (status === 200 && id !== undefined && username !== undefined) return { id, username, json };
  const { host } = new URL(instance);
  if (status === 401 || status === 403) throw refuseToken(host, sentenceOf(response));
  if (status === 200 || status === 404) throw refuse(`${host} does not answer as a Mastodon server.`);
  throw faultOf(response, caller.now());
}

function refuseToken(host: string, serverMessage: string): NetworkFault {
  const reason = serverMessage && ` (${serverMessage})`;
  return refuse(`${host} does not accept this access token${reason}. Create one ${tokenPage}.`);
}
