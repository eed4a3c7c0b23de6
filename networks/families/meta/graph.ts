/** Calls to a Graph API: https://developers.facebook.com/docs/graph-api (2026-11-22). */
import type { NetworkFault } from '../../core/fault.ts';
import { addressOf } from '../../core/hosts.ts';
import { type HttpRequest, type HttpResponse, jsonRequest, withBearer } from '../../core/http.ts';
import { field, idField, type JsonObject } from '../../core/json.ts';
import type { Caller } from '../../core/network.ts';

/** A Graph API, as one account may call it. */
export interface Graph {
  caller: Pick<Caller, 'http' | 'now' | 'endpoint'>;
  origin: string;
  /** Such as "v25.0". */
  version: string;
  token: string;
  /** How bodies are sent. Default: as JSON. */
  bodies?: 'form';
  /** How error answers become faults. */
  faultOf(response: HttpResponse, now: Date): NetworkFault;
}

export interface GraphRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the version, such as "/me/accounts". Ids in it are encoded. */
  path: string;
  query?: Record<string, string>;
  body?: JsonObject;
  signal?: AbortSignal;
}

/** The answer, which may be an error. */
export function callGraph(
  { caller, origin, version, token, bodies }: Graph,
  { method, path, query = {}, body, signal }: GraphRequest,
): Promise<HttpResponse> {
  const parameters = new URLSearchParams(query).toString();
  const url = `${addressOf(caller, origin)}/${version}${path}${parameters && `?${parameters}`}`;
  const encode = bodies === 'form' ? formRequest : jsonRequest;
  const request: HttpRequest = body === undefined ? { method, url } : encode(method, url, body);
  return caller.http(withBearer({ ...request, ...(signal && { signal }) }, token));
}

/** Objects and lists become JSON. */
function formRequest(method: HttpRequest['method'], url: string, fields: JsonObject): HttpRequest {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const body = new URLSearchParams(Object.fromEntries(texts)).toString();
  return { method, url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
}

/** The body of a good answer. Throws the fault of any other. */
export async function askGraph(graph: Graph, request: GraphRequest): Promise<unknown> {
  const response = await callGraph(graph, request);
  if (response.status !== 200) throw graph.faultOf(response, graph.caller.now());
  return response.json;
}

/** The id that a good answer to a request for something new has. */
export async function createInGraph(
  graph: Graph,
  path: string,
  request: Omit<GraphRequest, 'method' | 'path'>,
): Promise<string> {
  const response = await callGraph(graph, { method: 'POST', path, ...request });
  const id = idField(response.json, 'id');
  if (response.status !== 200 || id === undefined) throw graph.faultOf(response, graph.caller.now());
  return id;
}

/** `/{id}`, or `/{id}/{edge}`. */
export function pathTo(id: string, edge?: string): string {
  return `/${encodeURIComponent(id)}${edge === undefined ? '' : `/${edge}`}`;
}

/** The list `data` of an answer. */
export function dataOf(json: unknown): unknown[] {
  const data = field(json, 'data');
  return Array.isArray(data) ? data : [];
}

/** “Object does not exist”. */
export function isGone(json: unknown): boolean {
  return field(json, 'error', 'code') === 100 && field(json, 'error', 'error_subcode') === 33;
}
