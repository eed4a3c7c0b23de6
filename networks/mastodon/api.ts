/** Calls to one server's API. */
import type { HttpRequest, HttpResponse } from '../core/http.ts';
import type { Caller, Session } from '../core/network.ts';
import { type Software, toSoftware } from './software.ts';

interface ApiRequest extends Omit<HttpRequest, 'url'> {
  /** Below the server's address, starting with "/". */
  path: string;
  token?: string | undefined;
}

/** A grant's fields, as calls need them. */
interface Grant {
  /** Address of the server, without a trailing slash. */
  instance: string;
  software: Software;
  /** The account's own id on this server. */
  accountId: string;
  token: string;
}

export function readGrant({ grant }: Pick<Session, 'grant'>): Grant {
  return {
    instance: String(grant.instance),
    software: toSoftware(String(grant.software)),
    accountId: String(grant.account_id),
    token: String(grant.access_token),
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

export function callAsAccount(session: Session, request: ApiRequest): Promise<HttpResponse> {
  const { instance, token } = readGrant(session);
  return callApi(session, instance, { ...request, token });
}
