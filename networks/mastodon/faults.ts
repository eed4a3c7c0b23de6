/** What an answer that is no success means. */
import { NetworkFault } from '../core/fault.ts';
import type { FaultTable } from '../core/faults.ts';
import { readFault } from '../core/faults.ts';
import type { HttpResponse } from '../core/http.ts';
import { secondsUntil } from '../core/http.ts';
import { textField } from '../core/json.ts';

export const faults: FaultTable = {
  name: 'The server',
  rows: [
    // Pleroma and Akkoma remember the whole first answer under a key, a failure too, and repeat it for hours. The
    // repetition did nothing, and a key is only sent again once the list has shown that the first send did not either; so
    // the post may go out under a new key.
    // https://git.pleroma.social/pleroma/pleroma/-/blob/develop/lib/pleroma/web/plugs/idempotency_plug.ex (2026-11-21)
    {
      status: [500, 599],
      header: ['idempotent-replayed', 'true'],
      means: 'unavailable',
      hint: 'The server failed with {status} and repeats that from memory.',
    },
    // Pixelfed notes the key before it does anything, so this tells nothing of the first send.
    // https://github.com/pixelfed/pixelfed/issues/3581 (2026-11-21)
    { status: 400, says: /idempotency key/i, means: 'unknown' },
    { status: 401, means: 'reconnect', hint: 'The server no longer takes this access token.' },
    // Of this one post, not of the account.
    { status: 403, says: /not allowed|not permitted|invalid media/i, means: 'rejected' },
    { status: 403, means: 'reconnect', hint: 'The server does not let this account do that.' },
    {
      status: 404,
      means: 'rejected',
      hint: 'Something it needs is gone from the server, such as the post it replies to.',
    },
    { status: 408, means: 'unknown' },
    // Newer Pleroma: the first send with this key is still being worked on.
    { status: 409, means: 'unknown' },
    { status: 413, means: 'rejected', hint: 'The file is larger than the server takes.' },
    { status: 429, means: 'throttled', hint: 'Too many requests.' },
    { means: 'rejected' },
  ],
  words: sentenceOf,
  // Mastodon states the end of the wait as a date: https://docs.joinmastodon.org/api/rate-limits/ (2026-11-21)
  wait: ({ headers }, now) => secondsUntil(headers['x-ratelimit-reset'] ?? '', now),
};

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  return readFault(faults, response, now);
}

/** The server's own words; Pixelfed's framework puts them into `message`. */
export function sentenceOf({ json }: HttpResponse): string {
  if (typeof json === 'string') return json;
  return textField(json, 'error_description') ?? textField(json, 'error') ?? textField(json, 'message') ?? '';
}

/** A refusal to a person, before anything was asked of the server or in words better than its own. */
export function refuse(message: string): NetworkFault {
  return new NetworkFault({ kind: 'rejected', message });
}
