/** The API of Threads, and the contents of a grant. */
import type { HttpResponse } from '../core/http.ts';
import type { JsonSchema, ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import type { MetaApp } from '../families/meta/app.ts';
import { Graph } from '../families/meta/graph.ts';
import { faultOf } from './faults.ts';

export const threadsOrigin = 'https://graph.threads.net';
/** Threads has a version of its own: https://developers.facebook.com/docs/threads/reference (2026-11-22). */
const version = 'v1.0';

export const grant = {
  type: 'object',
  properties: {
    access: { type: 'string', writeOnly: true },
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that the person was asked for.' },
  },
  required: ['access', 'scopes'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type ThreadsSession = Session<Grant, MetaApp>;

export function graphWith(token: string, caller: Caller<MetaApp>): Graph {
  return new Graph({ caller, origin: threadsOrigin, version, token, bodies: 'form', faultOf });
}

export function graphOf(session: ThreadsSession): Graph {
  return graphWith(session.grant.access, session);
}

const numericId = /"id"\s*:\s*(\d+)(?=\s*[,}])/g;

/** The body, in which every `id` is a text: some are numbers beyond 2^53, which JSON.parse rounds. */
export function parseIds({ text, json }: Pick<HttpResponse, 'text' | 'json'>): unknown {
  return json === undefined ? undefined : JSON.parse(text.replace(numericId, '"id":"$1"'));
}
