/**
 * The status that a status quotes: from the address that a person gave to its id on this server.
 * https://docs.joinmastodon.org/client/quotes/ (2026-11-24)
 */
import { refuse, riskOf } from '../core/fault.ts';
import { field, idField, textField } from '../core/json.ts';
import type { Version } from '../core/limits.ts';
import { callAsAccount, type MastodonSession, traitsOf } from './api.ts';
import { faultOf } from './faults.ts';

/** Throws `rejected` if the status is gone, or must not be quoted. */
export async function resolveQuote(address: string, session: MastodonSession): Promise<string> {
  if (!traitsOf(session).quotes) throw unfit('Only Mastodon 4.5 and newer can quote posts.');
  const status = await findAt(address, session);
  const id = idField(status, 'id');
  if (id === undefined) {
    throw unfit('The quoted post is not there. It may have been deleted, or its address is wrong.');
  }
  const approval = textField(status, 'quote_approval', 'current_user');
  if (approval === undefined) throw unfit('This server cannot quote posts. Mastodon can since 4.5.');
  // Mastodon advises to treat every other value as “denied”.
  if (approval !== 'automatic' && approval !== 'manual')
    throw unfit('The author of the quoted post does not allow quotes of it.');
  return id;
}

async function findAt(address: string, session: MastodonSession): Promise<unknown> {
  const { host, pathname } = new URL(address);
  const [, id] = pathname.match(/\/(\d{1,30})\/?$/) ?? [];
  // Also a status of another server, as this one shows it.
  const isOwn = host === new URL(session.grant.instance).host && id !== undefined;
  return isOwn ? readOwn(id, session) : search(address, session);
}

async function readOwn(id: string, session: MastodonSession): Promise<unknown> {
  const response = await callAsAccount(session, `/api/v1/statuses/${id}`);
  if (response.status === 404) return undefined;
  if (response.status !== 200 || textField(response.json, 'id') !== id)
    throw faultOf(response, session.now());
  return response.json;
}

/** https://docs.joinmastodon.org/methods/search/ (2026-11-24): for an address, the server finds only its status. */
async function search(address: string, session: MastodonSession): Promise<unknown> {
  const query = new URLSearchParams({ q: address, type: 'statuses', resolve: 'true', limit: '1' });
  const response = await callAsAccount(session, `/api/v2/search?${query}`);
  if (response.status === 403) {
    const message =
      'This sign-in does not allow Belfry to look up posts of other servers. Connect the channel again, or enter the address that your own server shows for the post.';
    throw unfit(message);
  }
  const statuses = field(response.json, 'statuses');
  if (response.status !== 200 || !Array.isArray(statuses)) throw faultOf(response, session.now());
  return statuses[0];
}

const unfit = (message: string) => refuse(message, 'settings.quote');

/** Before a post is due: whether the status that it quotes can be quoted. */
export async function checkPost({ settings }: Version, session: MastodonSession): Promise<string[]> {
  const quote = textField(settings, 'quote');
  return quote === undefined ? [] : riskOf(resolveQuote(quote, session));
}
