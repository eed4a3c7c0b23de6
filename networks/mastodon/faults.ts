/** What an answer that is no success means. */
import type { Fault } from '../core/fault.ts';
import { NetworkFault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { retryAfter, secondsUntil, serverError } from '../core/http.ts';
import { textField } from '../core/json.ts';

/** What an answer means, by its status and the server's words. */
interface Row {
  status: number;
  /** Part of the server's sentence; default: any. */
  says?: RegExp;
  /** `unknown`: it may have been taken all the same. */
  means: 'rejected' | 'reconnect' | 'throttled' | 'unknown';
  /** What to say where the server says nothing a person could use. */
  hint?: string;
}

/** The first row that fits. Any other 4xx is a refusal for good, anything else proves nothing. */
export const faultRows: readonly Row[] = [
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
];

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { status } = response;
  const networkCode = String(status);
  if (isReplayedFailure(response)) {
    const message = `The server failed with ${status} and repeats that from memory.`;
    return new NetworkFault({ kind: 'unavailable', message, networkCode, sent: false });
  }
  if (status < 400 || status >= 500) return serverError(response, 'The server');

  const said = sentenceOf(response);
  const row = faultRows.find((each) => each.status === status && (each.says?.test(said) ?? true));
  const message = [row?.hint, said].filter(Boolean).join(' ') || `The server answered ${status}.`;
  return new NetworkFault(toFault(row?.means ?? 'rejected', { message, networkCode }, response, now));
}

function toFault(
  means: Row['means'],
  common: { message: string; networkCode: string },
  { headers }: HttpResponse,
  now: Date,
): Fault {
  if (means === 'unknown') return { kind: 'unavailable', ...common, sent: true };
  if (means !== 'throttled') return { kind: means, ...common };
  // Mastodon states the end of the wait as a date: https://docs.joinmastodon.org/api/rate-limits/ (2026-11-21)
  const reset = secondsUntil(headers['x-ratelimit-reset'] ?? '', now);
  return { kind: means, ...common, retryAfter: retryAfter(headers, now) ?? reset, scope: 'channel' };
}

/**
 * Pleroma and Akkoma remember the whole first answer under a key, a failure too, and repeat it for hours. The
 * repetition did nothing, and a key is only sent again once the list has shown that the first send did not
 * either; so the post may go out under a new key.
 * https://git.pleroma.social/pleroma/pleroma/-/blob/develop/lib/pleroma/web/plugs/idempotency_plug.ex (2026-11-21)
 */
function isReplayedFailure({ status, headers }: HttpResponse): boolean {
  return status >= 500 && headers['idempotent-replayed'] === 'true';
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
