/** Calls to one server's API. */
import type { HttpRequest, HttpResponse } from '../core/http.ts';
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { type Software, toSoftware } from './software.ts';

interface ApiRequest extends Omit<HttpRequest, 'url'> {
  /** Below the server's address, starting with "/". */
  path: string;
  token?: string | undefined;
}

export const grant = {
  type: 'object',
  properties: {
    instance: { type: 'string', description: 'Address of the server, without a trailing slash.' },
    software: { type: 'string' },
    account_id: { type: 'string', description: 'The account’s own id on this server.' },
    access_token: { type: 'string', writeOnly: true },
  },
  required: ['instance', 'software', 'account_id', 'access_token'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type MastodonSession = Session<Grant>;

/** A grant as calls need it. */
interface Access {
  /** Address of the server, without a trailing slash. */
  instance: string;
  software: Software;
  /** The account's own id on this server. */
  accountId: string;
  token: string;
}

export function readGrant({ grant }: Pick<MastodonSession, 'grant'>): Access {
  return {
    instance: grant.instance,
    software: toSoftware(grant.software),
    accountId: grant.account_id,
    token: grant.access_token,
  };
}

/** Asks for JSON explicitly; otherwise Pixelfed answers with pages and redirects. */
export function callApi(caller: Caller, instance: string, request: ApiRequest): Promise<HttpResponse> {
  const { path, token, ...rest } = request;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return caller.http({
    ...rest,
    url: (caller.endpoint ?? instance) + path,
    headers: { accept: 'application/json', ...authorization, ...rest.headers },
  });
}

export function callAsAccount(session: MastodonSession, request: ApiRequest): Promise<HttpResponse> {
  const { instance, token } = readGrant(session);
  return callApi(session, instance, { ...request, token });
}
