/** Calls to X's API, and the contents of a grant. */
import { openApi } from '../core/api.ts';
import { appId, appSecret, rotatingGrant } from '../core/apps.ts';
import { addressOf } from '../core/hosts.ts';
import type { HttpResponse } from '../core/http.ts';
import { field, type JsonSchema, listField, textField, type ValueOf } from '../core/json.ts';
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
const pageSize = 100;

/** Reads the account's own posts with these fields, newest first, at most so many pages. */
export async function* listOwnPosts(
  session: XSession,
  fields: string,
  query: Record<string, string>,
  mostPages: number,
) {
  const path = `/2/users/${session.account.id}/tweets`;
  let names: Names = 'tweet.fields';
  let page: Record<string, string> = { ...query, max_results: String(pageSize) };
  for (let count = 0; count < mostPages; count += 1) {
    const read = await readPosts(session, { path, query: page }, fields, names);
    const { response, posts } = read;
    names = read.names;
    const token = textField(response.json, 'meta', 'next_token');
    yield { response, posts, isLast: token === undefined };
    if (token === undefined) return;
    page = { ...page, pagination_token: token };
  }
}

/** Reads those of these posts, at most as many as a page has, that X still has. */
export async function listPosts(session: XSession, fields: string, ids: readonly string[]) {
  const call = { path: '/2/tweets', query: { ids: ids.join() } };
  const { posts } = await readPosts(session, call, fields, 'tweet.fields');
  return posts;
}

/** Asks by the names, and by the other ones if X does not know them. */
async function readPosts(
  session: XSession,
  { path, query }: { path: string; query: Record<string, string> },
  fields: string,
  names: Names,
): Promise<{ response: HttpResponse; posts: unknown[]; names: Names }> {
  const asked = names === 'tweet.fields' ? { [names]: fields } : inNewNames(fields);
  const response = await send(session, { path, query: { ...query, ...asked } });
  if (names === 'tweet.fields' && response.status === 400 && response.text.includes('[tweet.fields]'))
    return readPosts(session, { path, query }, fields, 'post.fields');
  if (response.status !== 200) throw faultOf(response, session.now());
  return { response, posts: listField(response.json, 'data').slice(0, pageSize).map(inUsualNames), names };
}

/**
 * X's pages say `tweet.fields`. Its OpenAPI document has other names since 2026-08-07, of the query and in answers:
 * https://github.com/xdevplatform/docs/blob/28713281/openapi.json (2026-08-22). Not confirmed: which of them X knows.
 */
type Names = 'tweet.fields' | 'post.fields';

/** There, the posts that a post answers or quotes are no field but an expansion. */
function inNewNames(fields: string): Record<string, string> {
  const all = fields.split(',');
  const own = all.filter((name) => name !== 'referenced_tweets');
  return {
    'post.fields': own.join().replaceAll('_tweet', '_post'),
    ...(own.length < all.length && { expansions: 'referenced_posts' }),
  };
}

function inUsualNames(post: unknown): unknown {
  const numbers = field(post, 'public_metrics');
  return {
    referenced_tweets: field(post, 'referenced_posts'),
    note_tweet: field(post, 'note_post'),
    ...recordOf(post),
    public_metrics: { retweet_count: field(numbers, 'repost_count'), ...recordOf(numbers) },
  };
}

/** Spreading a long text or list would make a field of each character or entry. */
function recordOf(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
