/**
 * The sign-in at Facebook, and the Pages of a person:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow (2026-11-22).
 */
import { readFault } from '../../core/faults.ts';
import { addressOf } from '../../core/hosts.ts';
import { field, idField, type JsonObject, listField, textField } from '../../core/json.ts';
import type { Caller, OAuthCaller } from '../../core/network.ts';
import { type OAuth2, requestToken } from '../../core/oauth2.ts';
import { awaitsOperator } from '../../core/operator.ts';
import { listScopes, type MetaApp, readKeys, type ScopesOf, versionOf } from './app.ts';
import { graphFaults } from './faults.ts';
import type { Graph } from './graph.ts';
import { beginAt, exchangeCode, metaFlow, readToken, requireScopes, signInFaults } from './sign-in.ts';
import { namePeople } from './withdrawal.ts';

export const facebookOrigin = 'https://graph.facebook.com';

function facebookFlow(caller: Caller<MetaApp>, scopes: readonly string[]): OAuth2 {
  const version = versionOf(caller.app);
  return {
    name: 'Facebook',
    authorize: `${addressOf(caller, 'https://www.facebook.com')}/${version}/dialog/oauth`,
    token: `${addressOf(caller, facebookOrigin)}/${version}/oauth/access_token`,
    scopes,
    ...metaFlow,
    // Without it, the page does not ask again for what the person declined once.
    extra: { auth_type: 'rerequest' },
  };
}

export function beginAtFacebook(scopesOf: ScopesOf, caller: OAuthCaller<MetaApp>) {
  return beginAt(facebookFlow(caller, listScopes(caller.app, scopesOf)), 'facebook', caller);
}

export interface Page {
  id: string;
  name: string;
  /** Acts for the Page, and does not end. */
  token: string;
  /** With the fields that were asked for. */
  json: unknown;
}

/** The Pages to which the person may publish, and what the person allowed. `fields`: what to read besides name and token. */
export async function openPages(
  params: Record<string, string>,
  secret: JsonObject,
  caller: Caller<MetaApp>,
  { graphWith, scopesOf, fields }: { graphWith(token: string): Graph; scopesOf: ScopesOf; fields: string },
) {
  const flow = facebookFlow(caller, []);
  const app = readKeys(caller.app, 'facebook');
  const short = await exchangeCode(flow, 'facebook', params, secret, caller);
  const sent = { grant_type: 'fb_exchange_token', fb_exchange_token: short.access };
  const response = await requestToken(flow, app, { ...caller, app: undefined }, sent);
  // The person's token of 60 days. The tokens of Pages that it opens do not end.
  const graph = graphWith(readToken(response, signInFaults('Facebook', 'rejected'), caller).access);
  const scopes = await readGrantedScopes(graph);
  requireScopes(scopesOf, scopes);
  const id = idField(await graph.ask('/me', { fields: 'id' }), 'id');
  const people = namePeople(app.client_id, id);
  return { graph, scopes, people, pages: await listPages(graph, fields) };
}

async function readGrantedScopes(graph: Graph): Promise<string[]> {
  return listField(await graph.ask('/me/permissions'), 'data').flatMap((each) => {
    const name = textField(each, 'permission');
    return name !== undefined && textField(each, 'status') === 'granted' ? [name] : [];
  });
}

const pageSize = 100;
const mostPages = 10;

async function listPages(graph: Graph, fields: string): Promise<Page[]> {
  const query = { fields: `id,name,access_token,tasks,${fields}`, limit: String(pageSize) };
  const pages: Page[] = [];
  let more = {};
  for (let turn = 0; turn < mostPages; turn += 1) {
    const json = await graph.ask('/me/accounts', { ...query, ...more });
    pages.push(...listField(json, 'data').flatMap(readPage));
    const after = textField(json, 'paging', 'cursors', 'after');
    if (field(json, 'paging', 'next') === undefined || after === undefined) break;
    more = { after };
  }
  return pages;
}

function readPage(json: unknown): Page[] {
  const [id, token] = [idField(json, 'id'), textField(json, 'access_token')];
  const tasks = field(json, 'tasks');
  const mayPublish = !Array.isArray(tasks) || tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE');
  if (id === undefined || token === undefined || !mayPublish) return [];
  return [{ id, name: textField(json, 'name') ?? id, token, json }];
}

/** The app itself asks, so a refused token is made of its keys. The person need not sign in again. */
const appFaults = graphFaults('Facebook', [
  {
    code: ['101', '190'],
    ...awaitsOperator,
    hint: 'Facebook does not accept the app of this installation. Its operator must correct the keys.',
  },
]);

/**
 * When a person must sign in again although the token of the Page does not end; null: never. The app asks about the
 * token: https://developers.facebook.com/docs/graph-api/reference/debug_token (2026-11-22).
 */
export async function readDataAccessEnd(graph: Graph, app: MetaApp | undefined): Promise<Date | null> {
  const { client_id, client_secret } = readKeys(app, 'facebook');
  const faultOf: typeof graph.access.faultOf = (response, now) => readFault(appFaults, response, now);
  const asApp = graph.with({ token: `${client_id}|${client_secret}`, faultOf });
  const json = await asApp.ask('/debug_token', { input_token: graph.access.token });
  const seconds = field(json, 'data', 'data_access_expires_at');
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : null;
}
