/** Calls to YouTube's API, and the contents of a grant. */
import { addressOf } from '../core/hosts.ts';
import { type HttpRequest, type HttpResponse, jsonRequest, withBearer } from '../core/http.ts';
import { field, type JsonObject, textField } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';

/** Where the tokens may go. */
export const origin = 'https://www.googleapis.com';

export interface Grant {
  access: string;
  refresh: string;
  /** Those that the person allowed. */
  scopes: string[];
  /** The playlist of all uploads of the channel. */
  uploads: string;
}

export function readGrant({ grant }: Pick<Session, 'grant'>): Grant {
  const text = (name: string) => textField(grant, name) ?? '';
  const scopes = field(grant, 'scopes');
  return {
    access: text('access'),
    refresh: text('refresh'),
    scopes: Array.isArray(scopes) ? scopes.filter((each) => typeof each === 'string') : [],
    uploads: text('uploads'),
  };
}

export function encodeGrant({ access, refresh, scopes, uploads }: Grant): JsonObject {
  return { access, refresh, scopes, uploads };
}

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

function urlOf(caller: Caller, path: string, query: Record<string, string>): string {
  return `${addressOf(caller, origin)}${path}?${new URLSearchParams(query)}`;
}

/** The list `items` of an answer. */
export function itemsOf(json: unknown): unknown[] {
  const items = field(json, 'items');
  return Array.isArray(items) ? items : [];
}
