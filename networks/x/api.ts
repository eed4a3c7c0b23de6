/** Calls to X's API, and the contents of a grant. */
import { addressOf } from '../core/hosts.ts';
import { type HttpRequest, type HttpResponse, jsonRequest, withBearer } from '../core/http.ts';
import { type Json, type JsonSchema, textField, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { faultOf } from './faults.ts';

/** Where the tokens may go. */
export const origin = 'https://api.x.com';

export const grant = {
  type: 'object',
  properties: {
    access: { type: 'string', writeOnly: true },
    refresh: { type: 'string', writeOnly: true },
  },
  required: ['access', 'refresh'],
} as const satisfies JsonSchema;

export const appKeys = {
  type: 'object',
  properties: {
    client_id: { type: 'string', title: 'Client ID', 'x-code': 'client_id', minLength: 1, maxLength: 300 },
    client_secret: {
      type: 'string',
      title: 'Client secret',
      'x-code': 'client_secret',
      format: 'password',
      minLength: 1,
      maxLength: 300,
      writeOnly: true,
    },
    long_posts: {
      type: 'boolean',
      title: 'Long posts',
      'x-code': 'long_posts',
      description:
        'Accounts with a subscription may write up to 25,000 characters. X may refuse such posts by software.',
      default: false,
    },
  },
  required: ['client_id', 'client_secret'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type App = ValueOf<typeof appKeys>;
export type XSession = Session<Grant, App>;

/** `path` is below the API's address, such as "/2/tweets". */
export function callApi(
  caller: Caller<App>,
  token: string,
  method: HttpRequest['method'],
  path: string,
  rest: Omit<HttpRequest, 'method' | 'url'> = {},
): Promise<HttpResponse> {
  return caller.http(withBearer({ method, url: addressOf(caller, origin) + path, ...rest }, token));
}

export function readApi(
  session: XSession,
  path: string,
  query: Record<string, string>,
): Promise<HttpResponse> {
  return callApi(session, session.grant.access, 'GET', `${path}?${new URLSearchParams(query)}`);
}

export function postApi(
  session: XSession,
  path: string,
  body: Json,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { headers = {}, body: text = '' } = jsonRequest('POST', path, body);
  return callApi(session, session.grant.access, 'POST', path, { headers, body: text, signal });
}

const digits = /^[0-9]{1,19}$/;

/** An id of X in an answer: it is safe in a path. */
export function idIn(json: unknown, ...path: (string | number)[]): string | undefined {
  const id = textField(json, ...path);
  return id !== undefined && digits.test(id) ? id : undefined;
}

/** The answer if X accepted the request. */
export async function requireOk(answer: Promise<HttpResponse>, caller: Caller<App>): Promise<HttpResponse> {
  const response = await answer;
  if (response.status !== 200) throw faultOf(response, caller.now());
  return response;
}
