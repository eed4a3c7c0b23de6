/** Calls to X's API, and the contents of a grant. */
import { appId, appSecret, rotatingGrant } from '../core/apps.ts';
import { addressOf } from '../core/hosts.ts';
import { type HttpRequest, type HttpResponse, jsonRequest, withBearer } from '../core/http.ts';
import type { Json, JsonSchema, ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { faultOf } from './faults.ts';

/** Where the tokens may go. */
export const origin = 'https://api.x.com';

export { rotatingGrant as grant };

export const appKeys = {
  type: 'object',
  properties: {
    client_id: appId('Client ID', 'client_id'),
    client_secret: appSecret('Client secret', 'client_secret'),
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

export type Grant = ValueOf<typeof rotatingGrant>;
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

/** The answer if X accepted the request. */
export async function requireOk(answer: Promise<HttpResponse>, caller: Caller<App>): Promise<HttpResponse> {
  const response = await answer;
  if (response.status !== 200) throw faultOf(response, caller.now());
  return response;
}
