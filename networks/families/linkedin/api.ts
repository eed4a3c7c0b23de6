/** Calls to LinkedIn's API, and the contents of a grant. */
import { type Call, openApi } from '../../core/api.ts';
import { addressOf } from '../../core/hosts.ts';
import type { HttpResponse } from '../../core/http.ts';
import { field, type JsonSchema, type ValueOf } from '../../core/json.ts';
import type { Caller, Session } from '../../core/network.ts';
import type { Run } from '../../core/run.ts';
import { type App, versionOf } from './app.ts';
import { faultOf } from './faults.ts';

const api = 'https://api.linkedin.com';

/** Where access tokens may go. Uploads go to the second one, the older ones to the first. */
export const origins = [api, 'https://www.linkedin.com'];

export const grant = {
  type: 'object',
  properties: {
    access: { type: 'string', writeOnly: true },
    refresh: { type: 'string', writeOnly: true, description: 'Only some apps get one.' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that LinkedIn granted.' },
  },
  required: ['access', 'scopes'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type LinkedinCaller = Caller<App>;
/** A session, or a sign-in that has no account yet. */
export type Signed = LinkedinCaller & { grant: Grant };
export type LinkedinSession = Session<Grant, App>;

/** A session, and the run in which it publishes. */
export interface Work {
  session: LinkedinSession;
  run: Run;
}

interface LinkedinCall extends Call {
  /** LinkedIn wants to know how it is meant: https://linkedin.github.io/rest.li/spec/protocol */
  restliMethod?: 'FINDER' | 'DELETE';
}

const opened = openApi<App>({ baseOf: (caller) => addressOf(caller, api), faultOf });

/** URNs in the path are encoded. */
export function send(caller: Signed, call: LinkedinCall): Promise<HttpResponse> {
  return opened.send(caller, withVersion(caller, call));
}

/** What `read` finds in the answer. Throws a fault if it finds nothing. */
export function ask<T>(
  caller: Signed,
  call: LinkedinCall,
  read: (json: unknown, response: HttpResponse) => T | undefined,
): Promise<T> {
  return opened.ask(caller, withVersion(caller, call), read);
}

function withVersion(caller: LinkedinCaller, { restliMethod, ...call }: LinkedinCall): Call {
  const headers = {
    'linkedin-version': versionOf(caller),
    'x-restli-protocol-version': '2.0.0',
    ...(restliMethod && { 'x-restli-method': restliMethod }),
  };
  return { ...call, headers };
}

/** The entries of a list. */
export async function findElements(caller: Signed, path: string): Promise<unknown[]> {
  return (await findPage(caller, path)).elements;
}

/** The entries of a list, and the answer that has them. */
export function findPage(
  caller: Signed,
  path: string,
): Promise<{ elements: unknown[]; response: HttpResponse }> {
  return ask(caller, { path, restliMethod: 'FINDER' }, (json, response) => {
    const elements = field(json, 'elements');
    return Array.isArray(elements) ? { elements, response } : undefined;
  });
}
