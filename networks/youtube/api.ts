/** Calls to YouTube's API, and the contents of a grant. */
import { appId, appSecret, rotatingGrant } from '../core/apps.ts';
import { addressOf } from '../core/hosts.ts';
import { type HttpRequest, type HttpResponse, jsonRequest, withBearer } from '../core/http.ts';
import { field, type JsonObject, type JsonSchema, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';

/** Where the tokens may go. */
export const origin = 'https://www.googleapis.com';

export const grant = {
  ...rotatingGrant,
  properties: {
    ...rotatingGrant.properties,
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that the person allowed.' },
    uploads: { type: 'string', description: 'The playlist of all uploads of the channel.' },
  },
  required: [...rotatingGrant.required, 'scopes', 'uploads'],
} as const satisfies JsonSchema;

export const appKeys = {
  type: 'object',
  properties: {
    client_id: appId('Client ID', 'client_id'),
    client_secret: appSecret('Client secret', 'client_secret'),
  },
  required: ['client_id', 'client_secret'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type App = ValueOf<typeof appKeys>;
export type YoutubeSession = Session<Grant, App>;

interface ApiRequest {
  query: Record<string, string>;
  signal?: AbortSignal;
}

/** `path` is below the API's address, such as "/channels". */
export function readApi(
  caller: Caller,
  token: string,
  path: string,
  { query, signal }: ApiRequest,
): Promise<HttpResponse> {
  const request: HttpRequest = { method: 'GET', url: urlOf(caller, `/youtube/v3${path}`, query) };
  return caller.http(withBearer({ ...request, ...(signal && { signal }) }, token));
}

export function postApi(
  caller: Caller,
  token: string,
  path: string,
  { query, signal, body, headers }: ApiRequest & { body: JsonObject; headers?: Record<string, string> },
): Promise<HttpResponse> {
  const request = jsonRequest('POST', urlOf(caller, path, query), body);
  const own = { ...request, headers: { ...request.headers, ...headers } };
  return caller.http(withBearer({ ...own, ...(signal && { signal }) }, token));
}

export function urlOf(caller: Caller, path: string, query: Record<string, string>): string {
  return `${addressOf(caller, origin)}${path}?${new URLSearchParams(query)}`;
}

/** The list `items` of an answer. */
export function itemsOf(json: unknown): unknown[] {
  const items = field(json, 'items');
  return Array.isArray(items) ? items : [];
}
