/** Calls to Pinterest's API, and the contents of a grant. */
import { addressOf } from '../core/hosts.ts';
import { type HttpRequest, type HttpResponse, withBearer } from '../core/http.ts';
import { type JsonSchema, textField, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { refuse } from './faults.ts';

/**
 * Where the tokens may go. An app with Trial access creates pins only in the sandbox:
 * https://developers.pinterest.com/docs/developer-tools/sandbox/ (2026-11-22)
 */
const origins = {
  standard: 'https://api.pinterest.com',
  trial: 'https://api-sandbox.pinterest.com',
} as const;

export const grant = {
  type: 'object',
  properties: {
    access: { type: 'string', writeOnly: true },
    refresh: { type: 'string', writeOnly: true },
  },
  required: ['access', 'refresh'],
} as const satisfies JsonSchema;

export const appKeys = {
  type: 'object',
  properties: {
    client_id: { type: 'string', title: 'App ID', 'x-code': 'app_id', minLength: 1, maxLength: 300 },
    client_secret: {
      type: 'string',
      title: 'App secret',
      'x-code': 'app_secret',
      format: 'password',
      minLength: 1,
      maxLength: 300,
      writeOnly: true,
    },
    tier: {
      type: 'string',
      title: 'Access',
      'x-code': 'tier',
      description:
        'With Trial access, pins are made in Pinterest’s sandbox, and only their own account sees them.',
      enum: ['trial', 'standard'],
    },
  },
  required: ['client_id', 'client_secret', 'tier'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type App = ValueOf<typeof appKeys>;
export type PinterestSession = Session<Grant, App>;

export function requireApp({ app }: Pick<Caller<App>, 'app'>): App {
  if (app === undefined)
    throw refuse('The operator of this installation has not registered an app at Pinterest yet.');
  return app;
}

/** The address of the API for the tier of the app. */
export function baseOf(caller: Caller<App>): string {
  return `${addressOf(caller, origins[requireApp(caller).tier])}/v5`;
}

/** `path` is below the API's address, such as "/pins". */
export function callApi(
  session: PinterestSession,
  method: HttpRequest['method'],
  path: string,
  rest: Omit<HttpRequest, 'method' | 'url'> = {},
): Promise<HttpResponse> {
  return session.http(withBearer({ method, url: baseOf(session) + path, ...rest }, session.grant.access));
}

export function readApi(
  session: PinterestSession,
  path: string,
  query: Record<string, string> = {},
): Promise<HttpResponse> {
  const asked = new URLSearchParams(query).toString();
  return callApi(session, 'GET', asked === '' ? path : `${path}?${asked}`);
}

/** An id of Pinterest in an answer: it is safe in a path. */
export function idIn(json: unknown, ...path: (string | number)[]): string | undefined {
  const id = textField(json, ...path);
  return id !== undefined && /^\d{1,30}$/.test(id) ? id : undefined;
}

export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
