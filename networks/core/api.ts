/** Calls to a network's API with the access token of a grant. A network states its address and its faults once. */
import { NetworkFault } from './fault.ts';
import { type HttpRequest, type HttpResponse, withBearer } from './http.ts';
import { idField } from './json.ts';
import type { Caller } from './network.ts';

interface Api<App> {
  /** Where the token may go: an address without a slash at its end. */
  baseOf(caller: Caller<App>): string;
  faultOf(response: HttpResponse, now: Date): NetworkFault;
  /** Whether the network accepted a request, if its status alone does not tell. */
  isOk?(response: HttpResponse): boolean;
}

/** A session, or a sign-in that has no account yet. */
export type Signed<App> = Caller<App> & { grant: { readonly access: string } };

export interface Call extends Omit<HttpRequest, 'method' | 'url' | 'signal'> {
  /** Default: `POST` with a body, otherwise `GET`. */
  method?: HttpRequest['method'];
  /** Below the address of the API, beginning with "/". */
  path: string;
  query?: Record<string, string>;
  /** The body, as JSON. */
  json?: unknown;
  /** The statuses of the answers that `ask` reads. Default: 200. */
  accepts?: readonly number[];
}

interface Opened<App> {
  /** The answer, whatever it is. */
  send(caller: Signed<App>, call: Call): Promise<HttpResponse>;
  /** What `read` finds in the answer. Throws the fault of a refusal, and of an answer in which `read` finds nothing. */
  ask<T>(
    caller: Signed<App>,
    call: Call,
    read: (json: unknown, response: HttpResponse) => T | undefined,
  ): Promise<T>;
}

export function openApi<App>({ baseOf, faultOf, isOk }: Api<App>): Opened<App> {
  const send: Opened<App>['send'] = (caller, call) =>
    caller.http(withBearer(encodeCall(baseOf(caller), call), caller.grant.access));
  return {
    send,
    async ask(caller, call, read) {
      const response = await send(caller, call);
      const { accepts = [200] } = call;
      const isAccepted = isOk === undefined ? accepts.includes(response.status) : isOk(response);
      const found = isAccepted ? read(response.json, response) : undefined;
      if (found === undefined) throw faultOf(response, caller.now());
      return found;
    },
  };
}

/** The fault of an answer that does not tell what the network did. */
export function makesNoSense(message: string): NetworkFault {
  return new NetworkFault({ kind: 'unavailable', message, sent: true });
}

/** Reads the id of what a call made, at this place of the answer. */
export function readIdAt(...path: string[]): (json: unknown) => { id: string } | undefined {
  return (json) => {
    const id = idField(json, ...path);
    return id === undefined ? undefined : { id };
  };
}

function encodeCall(base: string, { path, query = {}, json, accepts: _, ...rest }: Call): HttpRequest {
  const asked = new URLSearchParams(query).toString();
  const url = `${base}${path}${asked && `?${asked}`}`;
  const isPosted = json !== undefined || rest.body !== undefined;
  const encoded = json !== undefined && {
    headers: { 'content-type': 'application/json', ...rest.headers },
    body: JSON.stringify(json),
  };
  return { method: isPosted ? 'POST' : 'GET', url, ...rest, ...encoded };
}
