/** How Mastodon's error answers become faults. */
import { type FaultTable, readFault } from '../core/faults.ts';
import { type HttpResponse, secondsUntil } from '../core/http.ts';
import { textField } from '../core/json.ts';

export const faults: FaultTable = {
  name: 'The server',
  rows: [
    // Pleroma and Akkoma store the whole first answer under a key, even a failure, and repeat it for hours. The
    // repetition did nothing. We send a key again only after the list has shown that the first send did nothing either,
    // so the post can be sent under a new key.
    // https://git.pleroma.social/pleroma/pleroma/-/blob/develop/lib/pleroma/web/plugs/idempotency_plug.ex (2026-11-21)
    {
      status: [500, 599],
      header: ['idempotent-replayed', 'true'],
      means: 'unavailable',
      hint: 'The server failed with {status}, and only repeats its first answer.',
    },
    // Pixelfed stores the key before it does anything, so this answer does not say whether the first send succeeded.
    // https://github.com/pixelfed/pixelfed/issues/3581 (2026-11-21)
    { status: 400, words: /idempotency key/i, means: 'unknown' },
    // An earlier send may have made a post with these files. Mastodon says “Media 1 not found or already attached to another
    // post”, GoToSocial, which has no keys, “media 1 already attached to status” (2026-11-28).
    { words: /already attached to /i, means: 'rejected', duplicate: true },
    // GoToSocial, before it looks at the request:
    // https://codeberg.org/superseriousbusiness/gotosocial/src/branch/main/internal/middleware/throttling.go (2026-11-28)
    {
      status: 503,
      words: /^(?:server capacity exceeded|timed out while waiting for a pending request)/,
      means: 'throttled',
      hint: 'The server has too much to do.',
    },
    { status: 401, means: 'reconnect', hint: 'The server no longer accepts this access token.' },
    // These refusals are about this post, not the account.
    { status: 403, words: /not allowed|not permitted|invalid media/i, means: 'rejected' },
    { status: 403, means: 'reconnect', hint: 'The server does not allow this account to do that.' },
    {
      status: 404,
      means: 'rejected',
      hint: 'The server no longer has something that this post needs, such as the post it replies to.',
    },
    { status: 408, means: 'unknown' },
    // Newer Pleroma: the server is still processing the first send with this key.
    { status: 409, means: 'unknown' },
    { status: 413, means: 'rejected', hint: 'The file is larger than this server allows.' },
    { status: 429, means: 'throttled', hint: 'Too many requests.' },
    { means: 'rejected' },
  ],
  words: sentenceOf,
  // Mastodon gives the end of the wait as a date: https://docs.joinmastodon.org/api/rate-limits/ (2026-11-21)
  wait: ({ headers }, now) => secondsUntil(headers['x-ratelimit-reset'] ?? '', now),
};

export const faultOf = (response: HttpResponse, now: Date) => readFault(faults, response, now);

/** The server's own message; Pixelfed's framework puts it into `message`. */
export function sentenceOf({ json }: HttpResponse): string {
  if (typeof json === 'string') return json;
  return textField(json, 'error_description') ?? textField(json, 'error') ?? textField(json, 'message') ?? '';
}
