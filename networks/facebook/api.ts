/** Calls for one Page, and the contents of a grant. */
import { NetworkFault } from '../core/fault.ts';
import { type JsonSchema, textField, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { type MetaApp, versionOf } from '../families/meta/app.ts';
import { facebookOrigin } from '../families/meta/facebook-login.ts';
import { isDenied } from '../families/meta/gone.ts';
import { Graph } from '../families/meta/graph.ts';
import { readPermalink } from '../families/meta/lists.ts';
import { readPause } from '../families/meta/usage.ts';
import { faultOf } from './faults.ts';

export const grant = {
  type: 'object',
  properties: {
    access: { type: 'string', writeOnly: true, description: 'Acts for the Page. It does not end.' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'Those that the person allowed.' },
  },
  required: ['access', 'scopes'],
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof grant>;
export type FacebookSession = Session<Grant, MetaApp>;

/** The first three are needed. They also allow deleting. */
export const scopesOf = {
  needed: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
  comments: 'pages_manage_engagement',
  insights: 'read_insights',
  business: 'business_management',
} as const;

/** One post on its way to a Page. */
export interface PageFlow {
  graph: Graph;
  /** The Page’s id. */
  page: string;
  run: Run;
}

export function graphWith(token: string, caller: Caller<MetaApp>): Graph {
  return new Graph({ caller, origin: facebookOrigin, version: versionOf(caller.app), token, faultOf });
}

export function graphOf(session: FacebookSession): Graph {
  const { grant, account } = session;
  return graphWith(grant.access, session).with({
    faultOf: (response, now) =>
      isPageDenied(response.json, account.id) ? loseSignIn() : faultOf(response, now),
  });
}

/** “Object with ID '…' does not exist, cannot be loaded due to missing permissions, …” about the Page itself. */
function isPageDenied(json: unknown, page: string): boolean {
  return isDenied(json) && (textField(json, 'error', 'message') ?? '').includes(`'${page}'`);
}

function loseSignIn(): NetworkFault {
  const message = 'The sign-in may no longer use this Page. Connect the channel again.';
  return new NetworkFault({ kind: 'reconnect', message, networkCode: '100/33' });
}

/** Every answer tells how much the Page has called, and this is the only place that reads it. */
export function openFlow(session: FacebookSession, run: Run): PageFlow {
  const http: Caller['http'] = async (request) => {
    const response = await session.http(request);
    run.pause(readPause(response));
    return response;
  };
  return { graph: graphOf({ ...session, http }), page: session.account.id, run };
}

/** The page of a post or video; null if Facebook does not tell it now. */
export async function readPage(graph: Graph, id: string): Promise<string | null> {
  return withHost(await readPermalink(graph, id, 'permalink_url'));
}

/** The pages of videos are told without their host. */
export function withHost(address: string | null): string | null {
  return address?.startsWith('/') ? `https://www.facebook.com${address}` : address;
}
