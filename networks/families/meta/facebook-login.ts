/**
 * The sign-in at Facebook, and the Pages of a person:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow (2026-11-22).
 */
import { addressOf } from '../../core/hosts.ts';
import { field, idField, textField } from '../../core/json.ts';
import type { Caller } from '../../core/network.ts';
import { type OAuth2, type OAuth2Secret, requestToken } from '../../core/oauth2.ts';
import { type MetaApp, readKeys, versionOf } from './app.ts';
import { askGraph, dataOf, type Graph } from './graph.ts';
import { exchangeCode, readToken, signInFaults } from './sign-in.ts';

export const facebookOrigin = 'https://graph.facebook.com';

export function facebookFlow(caller: Caller<MetaApp>, scopes: readonly string[]): OAuth2 {
  const version = versionOf(caller.app);
  return {
    name: 'Facebook',
    authorize: `${addressOf(caller, 'https://www.facebook.com')}/${version}/dialog/oauth`,
    token: `${addressOf(caller, facebookOrigin)}/${version}/oauth/access_token`,
    scopes,
    separator: ',',
    pkce: false,
    clientAuth: 'body',
  };
}

/** The person's token of 60 days. The tokens of Pages that it opens do not end. */
export async function signInAtFacebook(
  params: Record<string, string>,
  begun: Pick<OAuth2Secret, 'redirect_uri'>,
  caller: Caller<MetaApp>,
): Promise<string> {
  const flow = facebookFlow(caller, []);
  const app = readKeys(caller.app, 'facebook');
  const outer = { ...caller, app: undefined };
  const short = await exchangeCode(flow, app, params, begun, outer);
  const fields = { grant_type: 'fb_exchange_token', fb_exchange_token: short.access };
  const response = await requestToken(flow, app, outer, fields);
  return readToken(response, signInFaults('Facebook', 'rejected'), caller).access;
}

/** What the person allowed. */
export async function readGrantedScopes(graph: Graph): Promise<string[]> {
  const json = await askGraph(graph, { method: 'GET', path: '/me/permissions' });
  return dataOf(json).flatMap((each) => {
    const name = textField(each, 'permission');
    return name !== undefined && textField(each, 'status') === 'granted' ? [name] : [];
  });
}

export interface Page {
  id: string;
  name: string;
  /** Acts for the Page, and does not end. */
  token: string;
  /** With the fields that were asked for. */
  json: unknown;
}

const pageSize = 100;
const mostPages = 10;

/** The Pages to which the person may publish. */
export async function listPages(graph: Graph, fields: string): Promise<Page[]> {
  const pages: Page[] = [];
  let after: string | undefined = '';
  for (let turn = 0; turn < mostPages && after !== undefined; turn += 1) {
    const query: Record<string, string> = {
      fields: `id,name,access_token,tasks,${fields}`,
      limit: String(pageSize),
    };
    if (after !== '') query.after = after;
    const json: unknown = await askGraph(graph, { method: 'GET', path: '/me/accounts', query });
    pages.push(...dataOf(json).flatMap(readPage));
    after =
      field(json, 'paging', 'next') === undefined ? undefined : textField(json, 'paging', 'cursors', 'after');
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

/**
 * When a person must sign in again although the token of the Page does not end; null: never. The app asks about the
 * token: https://developers.facebook.com/docs/graph-api/reference/debug_token (2026-11-22).
 */
export async function readDataAccessEnd(graph: Graph, app: MetaApp | undefined): Promise<Date | null> {
  const { client_id, client_secret } = readKeys(app, 'facebook');
  const query = { input_token: graph.token };
  const asApp = { ...graph, token: `${client_id}|${client_secret}` };
  const json = await askGraph(asApp, { method: 'GET', path: '/debug_token', query });
  const seconds = field(json, 'data', 'data_access_expires_at');
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : null;
}
