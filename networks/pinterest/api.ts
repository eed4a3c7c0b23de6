/** Calls to Pinterest's API, and the contents of a grant. */
import { openApi } from '../core/api.ts';
import { appId, appSecret, requireApp as requireAppAt, rotatingGrant } from '../core/apps.ts';
import { addressOf } from '../core/hosts.ts';
import type { HttpResponse } from '../core/http.ts';
import { type JsonSchema, textField, type ValueOf } from '../core/json.ts';
import type { Caller, Session } from '../core/network.ts';
import { faultOf } from './faults.ts';

/**
 * Where the tokens may go. An app with Trial access creates pins only in the sandbox:
 * https://developers.pinterest.com/docs/developer-tools/sandbox/ (2026-11-22)
 */
const origins = {
  standard: 'https://api.pinterest.com',
  trial: 'https://api-sandbox.pinterest.com',
} as const;

export { rotatingGrant as grant };

export const appKeys = {
  type: 'object',
  properties: {
    client_id: appId('App ID', 'app_id'),
    client_secret: appSecret('App secret', 'app_secret'),
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

export type Grant = ValueOf<typeof rotatingGrant>;
export type App = ValueOf<typeof appKeys>;
export type PinterestSession = Session<Grant, App>;

export const requireApp = (caller: Pick<Caller<App>, 'app'>): App =>
  requireAppAt(caller, 'an app at Pinterest');

/** The address of the API for the tier of the app. */
export const baseOf = (caller: Caller<App>): string =>
  `${addressOf(caller, origins[requireApp(caller).tier])}/v5`;

export const { send, ask } = openApi<App>({ baseOf, faultOf });

/** Which pages of a list to read. */
export interface Pages {
  size: number;
  most: number;
  query?: Record<string, string>;
}

/** The answers with the pages of a list, at most `most`. */
export async function* readPages(
  session: PinterestSession,
  path: string,
  { size, most, query: own }: Pages,
): AsyncGenerator<HttpResponse> {
  let bookmark: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const query = { ...own, page_size: String(size), ...(bookmark !== undefined && { bookmark }) };
    const response = await ask(session, { path, query }, (_, answer) => answer);
    yield response;
    bookmark = textField(response.json, 'bookmark');
    if (bookmark === undefined) return;
  }
}
