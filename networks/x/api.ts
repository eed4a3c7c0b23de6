/** Calls to X's API, and the contents of a grant. */
import { openApi } from '../core/api.ts';
import { appId, appSecret, rotatingGrant } from '../core/apps.ts';
import { addressOf } from '../core/hosts.ts';
import { type JsonSchema, listField, textField, type ValueOf } from '../core/json.ts';
import type { Session } from '../core/network.ts';
import { flag } from '../core/vocabulary.ts';
import { faultOf } from './faults.ts';

/** Where the tokens may go. */
export const origin = 'https://api.x.com';

export { rotatingGrant as grant };

export const appKeys = {
  type: 'object',
  properties: {
    client_id: appId('Client ID', 'client_id'),
    client_secret: appSecret('Client secret', 'client_secret'),
    long_posts: flag(
      'Long posts',
      'long_posts',
      'Accounts with a subscription may write up to 25,000 characters. X may refuse such posts by software.',
    ),
  },
  required: ['client_id', 'client_secret'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export type Grant = ValueOf<typeof rotatingGrant>;
export type App = ValueOf<typeof appKeys>;
export type XSession = Session<Grant, App>;

export const { send, ask } = openApi<App>({ baseOf: (caller) => addressOf(caller, origin), faultOf });

/** Reads the answer to a call that has no result. */
export const done = () => true as const;

/** The most that X has on a page. */
export const pageSize = 100;

/** Reads the account's own posts, newest first, at most so many pages. */
export async function* listOwnPosts(session: XSession, query: Record<string, string>, mostPages: number) {
  const call = { path: `/2/users/${session.account.id}/tweets` };
  let page: Record<string, string> = { ...query, max_results: String(pageSize) };
  for (let count = 0; count < mostPages; count += 1) {
    const response = await ask(session, { ...call, query: page }, (_, response) => response);
    const token = textField(response.json, 'meta', 'next_token');
    const posts = listField(response.json, 'data').slice(0, pageSize);
    yield { response, posts, isLast: token === undefined };
    if (token === undefined) return;
    page = { ...page, pagination_token: token };
  }
}
