/** XRPC, the HTTP protocol of AT Protocol (https://atproto.com/specs/xrpc), over the HTTP port. */
import { type Http, type HttpRequest, type HttpResponse, jsonRequest, withBearer } from '../core/http.ts';
import type { JsonObject } from '../core/json.ts';
import { faultOf } from './faults.ts';

export interface XrpcServer {
  http: Http;
  now(): Date;
  /** Base address without a trailing slash. */
  url: string;
  /** Absent: the call needs no sign-in. */
  token?: string | undefined;
}

/** A list becomes one parameter for each item. */
export type Params = Record<string, string | readonly string[]>;

/** Calls a query. The answer is untrusted, so callers read it field by field. */
export async function query(server: XrpcServer, name: string, params: Params = {}): Promise<unknown> {
  return accept(server, await send(server, { method: 'GET', url: addressOf(server, name, params) }));
}

/** Calls a procedure. Without `input` the body is empty. */
export async function procedure(server: XrpcServer, name: string, input?: JsonObject): Promise<unknown> {
  const url = addressOf(server, name, {});
  const request = input === undefined ? { method: 'POST' as const, url } : jsonRequest('POST', url, input);
  return accept(server, await send(server, request));
}

export function send({ http, token }: XrpcServer, request: HttpRequest): Promise<HttpResponse> {
  return http(token === undefined ? request : withBearer(request, token));
}

/** The answer's body. Throws the fault of an error answer. */
export function accept(server: XrpcServer, response: HttpResponse): unknown {
  const isSuccess = response.status >= 200 && response.status < 300;
  if (isSuccess && typeof response.json === 'object') return response.json;
  throw faultOf(response, server.now());
}

export function addressOf(server: XrpcServer, name: string, params: Params): string {
  const pairs = Object.entries(params).flatMap(([key, value]) =>
    [value].flat().map((each): [string, string] => [key, each]),
  );
  const search = new URLSearchParams(pairs).toString();
  return `${server.url}/xrpc/${name}${search === '' ? '' : `?${search}`}`;
}
