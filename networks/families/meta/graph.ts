/** Calls to a Graph API: https://developers.facebook.com/docs/graph-api (2026-11-22). */
import type { NetworkFault } from '../../core/fault.ts';
import { addressOf } from '../../core/hosts.ts';
import { type HttpRequest, type HttpResponse, withBearer } from '../../core/http.ts';
import { idField, type JsonObject } from '../../core/json.ts';
import type { Caller } from '../../core/network.ts';

/** How one account may call a Graph API. */
interface Access {
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

/** Paths are below the version, such as "/me/accounts". Ids in them are encoded. */
export class Graph {
  readonly access: Access;

  constructor(access: Access) {
    this.access = access;
  }

  /** The same account in another way, such as with another token. */
  with(change: Partial<Access>): Graph {
    return new Graph({ ...this.access, ...change });
  }

  now(): Date {
    return this.access.caller.now();
  }

  /** The answer, which may be an error. */
  send(
    method: HttpRequest['method'],
    path: string,
    query: Record<string, string> = {},
    content: Pick<HttpRequest, 'headers' | 'body' | 'timeout'> = {},
  ): Promise<HttpResponse> {
    const { caller, origin, version, token } = this.access;
    const parameters = new URLSearchParams(query).toString();
    const url = `${addressOf(caller, origin)}/${version}${path}${parameters && `?${parameters}`}`;
    return caller.http(withBearer({ method, url, ...content }, token));
  }

  /** The answer to a request that only reads, which may be an error. */
  read(path: string, query: Record<string, string> = {}): Promise<HttpResponse> {
    return this.send('GET', path, query);
  }

  /** As `read`, but only the body of a good answer. */
  async ask(path: string, query?: Record<string, string>): Promise<unknown> {
    return this.requireGood(await this.read(path, query));
  }

  /** The answer, which may be an error. */
  post(path: string, fields: JsonObject, query?: Record<string, string>): Promise<HttpResponse> {
    const isForm = this.access.bodies === 'form';
    const body = isForm ? encodeForm(fields) : JSON.stringify(fields);
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    return this.send('POST', path, query, { headers: { 'content-type': type }, body });
  }

  /** The id of something new. */
  async create(path: string, fields: JsonObject): Promise<string> {
    return this.requireId(await this.post(path, fields));
  }

  /** The body of a good answer. Throws the fault of any other. */
  requireGood(response: HttpResponse): unknown {
    if (response.status === 200) return response.json;
    throw this.faultOf(response);
  }

  /** The id in a good answer. Throws the fault of any other. */
  requireId(response: HttpResponse, name = 'id'): string {
    const id = response.status === 200 ? idField(response.json, name) : undefined;
    if (id === undefined) throw this.faultOf(response);
    return id;
  }

  faultOf(response: HttpResponse): NetworkFault {
    return this.access.faultOf(response, this.now());
  }
}

/** Objects and lists become JSON. */
function encodeForm(fields: JsonObject): string {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(Object.fromEntries(texts)).toString();
}

/** `/{id}`, or `/{id}/{edge}`. */
export function pathTo(id: string, edge?: string): string {
  return `/${encodeURIComponent(id)}${edge === undefined ? '' : `/${edge}`}`;
}
