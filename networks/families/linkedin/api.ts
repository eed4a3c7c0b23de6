/** Calls to LinkedIn's API, and the contents of a grant. */
import { addressOf } from '../../core/hosts.ts';
import type { HttpRequest, HttpResponse } from '../../core/http.ts';
import type { JsonObject, JsonSchema, ValueOf } from '../../core/json.ts';
import type { Caller, Session } from '../../core/network.ts';
import { type App, versionOf } from './app.ts';

const api = 'https://api.linkedin.com';

/** Where access tokens may go. Uploads go to the second one, the older ones to the first. */
export const origins = [api, 'https://www.linkedin.com'];

export const grant = {
  type: 'object',
  properties: {
    access: { type: 'string', writeOnly: true },
    refresh: { type: 'string', writeOnly: true, description: 'Only some apps get one.' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that LinkedIn granted.' },
  },
  required: ['access', 'scopes'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type LinkedinCaller = Caller<App>;
export type LinkedinSession = Session<Grant, App>;

interface ApiRequest {
  method: HttpRequest['method'];
  /** Below the API's address, with its query. URNs in it are encoded. */
  path: string;
  body?: JsonObject;
  /** LinkedIn wants to know how it is meant: https://linkedin.github.io/rest.li/spec/protocol */
  restliMethod?: 'FINDER' | 'DELETE';
  signal?: AbortSignal;
}

export function callApi(
  caller: LinkedinCaller,
  token: string,
  { method, path, body, restliMethod, signal }: ApiRequest,
): Promise<HttpResponse> {
  const headers = {
    authorization: `Bearer ${token}`,
    'linkedin-version': versionOf(caller),
    'x-restli-protocol-version': '2.0.0',
    ...(body && { 'content-type': 'application/json' }),
    ...(restliMethod && { 'x-restli-method': restliMethod }),
  };
  return caller.http({
    method,
    url: `${addressOf(caller, api)}${path}`,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

export function callAsAccount(session: LinkedinSession, request: ApiRequest): Promise<HttpResponse> {
  return callApi(session, session.grant.access, request);
}
