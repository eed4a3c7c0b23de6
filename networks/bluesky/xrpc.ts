/** XRPC, the HTTP dialect of the AT Protocol (https://atproto.com/specs/xrpc), over the port. */
import type { Http, HttpRequest, HttpResponse } from '../core/http.ts';
import { jsonRequest, withBearer } from '../core/http.ts';
import type { JsonObject } from '../core/json.ts';
import { faultOf } from './faults.ts';

export interface XrpcServer {
  http: Http;
  now(): Date;
  /** Base address without a trailing slash. */
  url: string;
  /** Absent: the call is anybody's. */
  token?: string;
}

export type Params = Record<string, string>;

/** Asks; the answer is nobody's promise, so it is read field by field. */
export async function query(server: XrpcServer, name: string, params: Params = {}): Promise<unknown> {
  return accept(server, await send(server, { method: 'GET', url: addressOf(server, name, params) }));
}

/** Acts. Without `input` nothing is sent along. */
export async function procedure(server: XrpcServer, name: string, input?: JsonObject): Promise<unknown> {
  const url = addressOf(server, name, {});
  const request = input === undefined ? { method: 'POST' as const, url } : jsonRequest('POST', url, input);
  return accept(server, await send(server, request));
}

export function send({ http, token }: XrpcServer, request: HttpRequest): Promise<HttpResponse> {
  return http(token === undefined ? request : withBearer(request, token));
}

/** The answer's body. Throws what the answer means where it is no success. */
export function accept(server: XrpcServer, response: HttpResponse): unknown {
  const isSuccess = response.status >= 200 && response.status < 300;
  if (isSuccess && typeof response.json === 'object') return response.json;
  throw faultOf(response, server.now());
}

export function addressOf(server: XrpcServer, name: string, params: Params): string {
  const search = new URLSearchParams(params).toString();
  return `${server.url}/xrpc/${name}${search === '' ? '' : `?${search}`}`;
}
