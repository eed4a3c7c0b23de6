import { field } from '../core/json.ts';
import type { Network } from '../core/network.ts';
import { publishedAs } from '../core/published.ts';
import type { Run } from '../core/run.ts';
import { threadOf } from '../core/thread.ts';
import { callAsAccount, type Grant, type MastodonSession } from './api.ts';
import { faultOf } from './faults.ts';
import { uploadMedia } from './media.ts';
import { resolveQuote } from './quote.ts';
import { findStatus } from './reconcile.ts';
import type { Settings } from './rules.ts';
import { type Draft, encodeStatus, type Posted, readPosted } from './status.ts';

/** Seconds; twice a call's timeout. A post that the list does not show by then was not accepted. */
const visibleAfter = 60;

export const publish: Network<Settings, Grant>['publish'] = async (post, session, run) => {
  const { text, settings, media } = post;
  const { quote } = settings;
  const quotedId =
    quote === undefined ? undefined : await run.step('quote', () => resolveQuote(quote, session));
  const mediaIds = await uploadMedia(media, session, run);
  const isMixed = new Set(media.map(({ kind }) => kind)).size > 1;
  const draft: Draft = { text, settings, mediaIds, isMixed, inReplyTo: null, quotedId };
  const first = await postStatus('status', draft, session, run);
  const replies: Posted[] = [];
  for (const [index, text] of threadOf(settings).entries()) {
    const inReplyTo = (replies.at(-1) ?? first).id;
    const reply: Draft = { text, settings, mediaIds: [], isMixed: false, inReplyTo };
    replies.push(await postStatus(`reply ${index}`, reply, session, run));
  }
  const published = publishedAs(first, ...replies);
  if (first.lost === undefined) return published;
  const warning = `The server published the post without ${first.lost} of its ${media.length} files.`;
  return { ...published, warnings: [warning] };
};

/**
 * In doubt, the engine first asks the account's list, and sends the key again only if the post is not there. A key
 * alone is not safe. A repetition that overtakes the first request posts twice on Mastodon before
 * https://github.com/mastodon/mastodon/pull/37879 (2026-02-16), on Hollo and on older Pleroma. Later Mastodon answers
 * 500 to every repetition (https://github.com/mastodon/mastodon/issues/40399, 2026-09-07). GoToSocial has no keys
 * (https://github.com/superseriousbusiness/gotosocial/issues/2723, 2026-11-21).
 */
function postStatus(name: string, draft: Draft, session: MastodonSession, run: Run): Promise<Posted> {
  return run.commit(name, (key) => sendStatus(draft, key, session), {
    reconcile: ({ since }) => findStatus(draft, since, session),
    visibleAfter,
  });
}

async function sendStatus(draft: Draft, key: string, session: MastodonSession) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const request = { method: 'POST', headers, body: JSON.stringify(encodeStatus(draft)) } as const;
  const response = await callAsAccount(session, '/api/v1/statuses', request);
  const posted = response.status === 200 ? readPosted(response.json) : undefined;
  if (posted === undefined) throw faultOf(response, session.now());
  const files = field(response.json, 'media_attachments');
  const lost = Array.isArray(files) ? draft.mediaIds.length - files.length : 0;
  return lost > 0 ? { ...posted, lost } : posted;
}
