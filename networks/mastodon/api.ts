/** Calls to one server's API. */
import { type HttpRequest, type HttpResponse, withBearer } from '../core/http.ts';
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { type Traits, toSoftware, traits } from './software.ts';

/** A server, and whose call it gets. */
export interface Access {
  /** Address of the server, without a trailing slash. */
  instance: string;
  token?: string;
}

export const grant = {
  type: 'object',
  properties: {
    instance: { type: 'string', description: 'Address of the server, without a trailing slash.' },
    software: { type: 'string' },
    account_id: { type: 'string', description: 'The account’s own id on this server.' },
    access_token: { type: 'string', writeOnly: true },
    /** The app that got the token at the server's sign-in page. Absent: a person created the token. */
    client_id: { type: 'string' },
    client_secret: { type: 'string', writeOnly: true },
  },
  required: ['instance', 'software', 'account_id', 'access_token'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type MastodonSession = Session<Grant>;

export const accessOf = ({ grant }: Pick<MastodonSession, 'grant'>) => ({
  instance: grant.instance,
  token: grant.access_token,
});

export const traitsOf = ({ grant }: MastodonSession): Traits => traits[toSoftware(grant.software)];

/** `path` is below the server's address. Asks for JSON explicitly; otherwise Pixelfed answers with pages and redirects. */
export function callApi(
  { http, endpoint }: Caller,
  { instance, token }: Access,
  path: string,
  { method = 'GET', headers, ...rest }: Partial<HttpRequest> = {},
): Promise<HttpResponse> {
  const url = (endpoint ?? instance) + path;
  const request = { ...rest, method, url, headers: { accept: 'application/json', ...headers } };
  return http(token === undefined ? request : withBearer(request, token));
}

export function callAsAccount(session: MastodonSession, path: string, request?: Partial<HttpRequest>) {
  return callApi(session, accessOf(session), path, request);
}
