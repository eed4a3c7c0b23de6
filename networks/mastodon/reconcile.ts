/** Checks in the account's own list whether a status was posted. */
import { setImmediate } from 'node:timers/promises';
import { aheadOf } from '../core/clocks.ts';
import { textField } from '../core/json.ts';
import type { Found } from '../core/run.ts';
import { callAsAccount, type MastodonSession, traitsOf } from './api.ts';
import { faultOf } from './faults.ts';
import type { Traits } from './software.ts';
import { type Draft, type Listed, type Posted, readListed } from './status.ts';
import { isSameHtml, isSameText } from './text-match.ts';

const pageSize = 40;
const maxPages = 5;
/** Milliseconds: a `Date` header and some servers' `created_at` are truncated to whole seconds. */
const toleranceMs = 2000;

type Likeness = 'same' | 'different' | 'unclear';

export async function findStatus(
  draft: Draft,
  since: Date,
  session: MastodonSession,
): Promise<Found<Posted>> {
  const { statuses, isComplete } = await listSince(since, session);
  let isProven = isComplete && provesAbsence(draft, traitsOf(session));
  for (const status of statuses) {
    // One comparison may take tens of milliseconds, so the event loop gets a turn between two.
    await setImmediate();
    const likeness = await compare(status, draft, session);
    if (likeness === 'same' && status.posted !== null) return { found: status.posted };
    if (likeness !== 'different') isProven = false;
  }
  return isProven ? 'absent' : 'unknown';
}

/** The account's statuses since a moment on our clock, oldest first. Complete if the list reached back to it. */
async function listSince(since: Date, session: MastodonSession) {
  const statuses: Listed[] = [];
  let olderThan = '';
  for (let page = 0; page < maxPages; page += 1) {
    const response = await readPage(olderThan, session);
    const listed = (response.json as unknown[]).slice(0, pageSize);
    const start = since.getTime() + aheadOf(response, session.now()) - toleranceMs;
    const own = listed.map(readListed).filter((status) => status !== undefined);
    statuses.unshift(...own.filter(({ createdAt }) => createdAt.getTime() >= start).reverse());
    const last = own.at(-1);
    if (listed.length === 0 || (last && last.createdAt.getTime() < start))
      return { statuses, isComplete: true };
    olderThan = textField(listed.at(-1), 'id') ?? '';
  }
  return { statuses, isComplete: false };
}

async function readPage(olderThan: string, session: MastodonSession) {
  const query = new URLSearchParams({ limit: String(pageSize), exclude_reblogs: 'true' });
  if (olderThan !== '') query.set('max_id', olderThan);
  const path = `/api/v1/accounts/${session.grant.account_id}/statuses?${query}`;
  const response = await callAsAccount(session, path);
  if (response.status === 200 && Array.isArray(response.json)) return response;
  throw faultOf(response, session.now());
}

function provesAbsence({ settings, inReplyTo, isMixed }: Draft, { lists }: Traits): boolean {
  return (
    (lists.replies || inReplyTo === null) &&
    (lists.direct || settings.visibility !== 'direct') &&
    (lists.mixedMedia || !isMixed)
  );
}

/** A file is attached to one status only, so known ids decide without the text. */
async function compare(status: Listed, draft: Draft, session: MastodonSession): Promise<Likeness> {
  if (status.inReplyTo !== draft.inReplyTo) return 'different';
  if (quotesAnother(status, draft, session)) return 'different';
  if (status.mediaIds.length > draft.mediaIds.length) return 'different';
  // A server may leave out files that it no longer has.
  if (status.mediaIds.length < draft.mediaIds.length)
    return (await compareText(status, draft, session)) === 'different' ? 'different' : 'unclear';
  if (traitsOf(session).keepsMediaIds && draft.mediaIds.length > 0) {
    return draft.mediaIds.every((id) => status.mediaIds.includes(id)) ? 'same' : 'different';
  }
  return compareText(status, draft, session);
}

/** Some servers write HTML in their own way, but still return the text as it was sent. */
async function compareText(status: Listed, draft: Draft, session: MastodonSession): Promise<Likeness> {
  const spoilerText = textField(draft.settings, 'spoiler_text') ?? '';
  const hasSameSpoiler = isSameText(status.spoilerText, spoilerText);
  if (hasSameSpoiler && isSameHtml(ownHtml(status, draft), draft.text)) return 'same';
  if (status.posted === null) return 'unclear';
  const { json } = await callAsAccount(session, `/api/v1/statuses/${status.posted.id}/source`);
  const source = textField(json, 'text');
  if (source === undefined) return 'unclear';
  if (!isSameText(source, draft.text)) return 'different';
  return hasSameSpoiler ? 'same' : 'unclear';
}

function quotesAnother({ quotedId }: Listed, draft: Draft, session: MastodonSession): boolean {
  return traitsOf(session).quotes && quotedId !== null && quotedId !== draft.quotedId;
}

/** Without the link that Mastodon puts before the text of a quote: https://docs.joinmastodon.org/client/quotes/ (2026-11-24) */
function ownHtml({ html }: Listed, { quotedId }: Draft): string {
  return quotedId === undefined ? html : html.replace(/^<p class="quote-inline">.*?<\/p>/s, '');
}
