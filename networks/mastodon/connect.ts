import { formOf, secretOf, textOf } from '../core/credentials.ts';
import { refuse } from '../core/fault.ts';
import { idField, textField } from '../core/json.ts';
import type { AccountState, Caller, ConnectedAccount, FormConnect } from '../core/network.ts';
import { type Access, accessOf, callApi, type Grant, type MastodonSession } from './api.ts';
import { faultOf, sentenceOf } from './faults.ts';
import { detectSoftware, limitsOf, parseInstance, readInstance } from './instance.ts';
import { toSoftware } from './software.ts';

const tokenPage =
  'in the settings of your server (on Mastodon under Preferences → Development), with the scopes read, write:media and write:statuses';

const OWN_ACCOUNT = '/api/v1/accounts/verify_credentials';

/** The server's field, in both ways to connect. */
export const instanceField = textOf(
  'Server',
  'server',
  'Address of your server, such as https://mastodon.social.',
);

export const form: FormConnect<Grant> = {
  credentials: formOf({
    instance: instanceField,
    access_token: secretOf('Access token', 'access_token', `Create it ${tokenPage}.`, 4000),
  }),

  async connect(credentials, caller) {
    const instance = parseInstance(String(credentials.instance));
    return connectAccount({ instance, token: String(credentials.access_token).trim() }, caller);
  },
};

/** Everything that a channel needs, from a server and a token for it. Tokens do not expire. */
export async function connectAccount(
  access: Required<Access>,
  caller: Caller,
  app: Pick<Grant, 'client_id' | 'client_secret'> = {},
): Promise<ConnectedAccount<Grant>[]> {
  const { instance, token } = access;
  const { id, username, json } = await readProfile(access, caller);
  const description = await readInstance(caller, access);
  const software = await detectSoftware(caller, instance);
  const { host } = new URL(instance);
  const account = {
    id: `${id}@${host}`,
    name: textField(json, 'display_name') ?? username,
    username: `${username}@${domainOf(description) ?? host}`,
    avatarUrl: textField(json, 'avatar') ?? null,
  };
  const grant = { instance, software, account_id: id, access_token: token, ...app };
  return [{ account, grant, limits: limitsOf(description, software) }];
}

/** The domain in people's handles, which may differ from the server's address. */
function domainOf(description: unknown): string | undefined {
  const domain = textField(description, 'domain') ?? textField(description, 'uri');
  return domain?.replace(/^https?:\/\/|\/$/g, '');
}

export async function look(session: MastodonSession): Promise<AccountState> {
  const description = await readInstance(session, accessOf(session));
  return { limits: limitsOf(description, toSoftware(session.grant.software)) };
}

/**
 * Checks whether the server still accepts the token. It may have been revoked, which would otherwise go unnoticed until
 * a post is due. Any answer other than 401 may be temporary.
 */
export async function check(session: MastodonSession): Promise<string[]> {
  const response = await callApi(session, accessOf(session), OWN_ACCOUNT);
  if (response.status === 401) throw faultOf(response, session.now());
  return [];
}

async function readProfile(access: Access, caller: Caller) {
  const response = await callApi(caller, access, OWN_ACCOUNT);
  const { status, json } = response;
  const id = idField(json, 'id');
  const username = textField(json, 'username');
  if (status === 200 && id !== undefined && username !== undefined) return { id, username, json };
  const { host } = new URL(access.instance);
  if (status === 401 || status === 403) throw refuseToken(host, sentenceOf(response));
  if (status === 200 || status === 404) throw refuse(`${host} does not answer as a Mastodon server.`);
  throw faultOf(response, caller.now());
}

function refuseToken(host: string, serverMessage: string) {
  const reason = serverMessage && ` (${serverMessage})`;
  return refuse(`${host} does not accept this access token${reason}. Create one ${tokenPage}.`);
}
