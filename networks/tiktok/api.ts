/** Calls to TikTok's API, and the contents of a grant: https://developers.tiktok.com/doc/tiktok-api-v2-introduction */
import { appId, appSecret, rotatingGrant } from '../core/apps.ts';
import { addressOf } from '../core/hosts.ts';
import { type HttpResponse, jsonRequest, withBearer } from '../core/http.ts';
import { field, type JsonObject, type JsonSchema, textField, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { faultOf } from './faults.ts';

/** Where the tokens may go. */
const origin = 'https://open.tiktokapis.com';

export const grant = {
  ...rotatingGrant,
  properties: {
    ...rotatingGrant.properties,
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that the person allowed.' },
  },
  required: [...rotatingGrant.required, 'scopes'],
} as const satisfies JsonSchema;

export const appKeys = {
  type: 'object',
  properties: {
    client_key: appId('Client key', 'client_key'),
    client_secret: appSecret('Client secret', 'client_secret'),
    audited: {
      type: 'boolean',
      title: 'Audited',
      'x-code': 'audited',
      description:
        'TikTok has audited the app. Without that, posts are drafts, or only their author sees them.',
      default: false,
    },
  },
  required: ['client_key', 'client_secret'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type App = ValueOf<typeof appKeys>;
export type TiktokSession = Session<Grant, App>;

/** `path` is below the API's address, such as "/v2/post/publish/status/fetch/". */
export function postApi(
  { grant: { access }, ...caller }: TiktokSession,
  path: string,
  body: JsonObject,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const request = jsonRequest('POST', apiOf(caller) + path, body);
  const headers = { 'content-type': 'application/json; charset=UTF-8' };
  return caller.http(withBearer({ ...request, headers, ...(signal && { signal }) }, access));
}

export function readApi(caller: Caller<App>, token: string, path: string): Promise<HttpResponse> {
  return caller.http(withBearer({ method: 'GET', url: apiOf(caller) + path }, token));
}

export function apiOf(caller: Pick<Caller, 'endpoint'>): string {
  return addressOf(caller, origin);
}

/** The answer if TikTok accepted the request. It refuses some with status 200. */
export async function requireOk(answer: Promise<HttpResponse>, caller: Caller<App>): Promise<HttpResponse> {
  const response = await answer;
  if (!isOk(response)) throw faultOf(response, caller.now());
  return response;
}

export function isOk({ status, json }: HttpResponse): boolean {
  return status === 200 && textField(json, 'error', 'code') === 'ok';
}

/** A list in an answer, of which only the beginning counts. */
export function listIn(json: unknown, ...path: string[]): unknown[] {
  const list = field(json, ...path);
  return Array.isArray(list) ? list.slice(0, 100) : [];
}
