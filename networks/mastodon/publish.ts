import type { Outgoing, Published } from '../core/network.ts';
import type { Run } from '../core/run.ts';
import { threadOf } from '../core/thread.ts';
import { callAsAccount, type MastodonSession } from './api.ts';
import { faultOf } from './faults.ts';
import { uploadMedia } from './media.ts';
import { findStatus } from './reconcile.ts';
import type { Settings } from './rules.ts';
import { type Draft, encodeStatus, type Posted, readPosted } from './status.ts';

/** Seconds; twice a call's timeout. A post that the list does not show by then was not accepted. */
const visibleAfter = 60;

export async function publish(
  post: Outgoing<Settings>,
  session: MastodonSession,
  run: Run,
): Promise<Published> {
  const { text, settings, media } = post;
  const mediaIds = await uploadMedia(media, session, run);
  const isMixed = new Set(media.map(({ kind }) => kind)).size > 1;
  const first = await postStatus(
    'status',
    { text, settings, mediaIds, isMixed, inReplyTo: null },
    session,
    run,
  );

  const parts = [first];
  for (const [index, reply] of threadOf(settings).entries()) {
    const inReplyTo = parts.at(-1)?.id ?? first.id;
    const draft = { text: reply, settings, mediaIds: [], isMixed: false, inReplyTo };
    parts.push(await postStatus(`reply ${index}`, draft, session, run));
  }
  return parts.length > 1 ? { ...first, parts } : first;
}

/**
 * In doubt, the engine first asks the account's list, and sends the key again only if the post is not there. A key
 * alone is not safe. A repetition that overtakes the first request posts twice on Mastodon before
 * https://github.com/mastodon/mastodon/pull/37879 (2026-02-16), on Hollo and on older Pleroma. Later Mastodon answers
 * 500 to every repetition (https://github.com/mastodon/mastodon/issues/40399, 2026-09-07). GoToSocial has no keys
 * (https://github.com/superseriousbusiness/gotosocial/issues/2723, 2026-11-21).
 */
function postStatus(name: string, draft: Draft, session: MastodonSession, run: Run): Promise<Posted> {
  return run.commit(name, (key) => sendStatus(draft, key, session, run.signal), {
    reconcile: ({ since }) => findStatus(draft, since, session),
    visibleAfter,
  });
}

async function sendStatus(
  draft: Draft,
  key: string,
  session: MastodonSession,
  signal: AbortSignal,
): Promise<Posted> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify(encodeStatus(draft));
  const path = '/api/v1/statuses';
  const response = await callAsAccount(session, { method: 'POST', path, headers, body, signal });
  const posted = response.status === 200 ? readPosted(response.json) : undefined;
  if (posted === undefined) throw faultOf(response, session.now());
  return posted;
}
