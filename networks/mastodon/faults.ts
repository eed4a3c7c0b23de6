/** What an answer that is no success means. */
import type { Fault } from '../core/fault.ts';
import { NetworkFault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { retryAfter, secondsUntil, serverError } from '../core/http.ts';
import { textField } from '../core/json.ts';

interface Row {
  status: number;
  /** Part of the server's sentence; default: any. */
  says?: RegExp;
  /** `unknown`: it may have been taken all the same. */
  means: Fault['kind'] | 'unknown';
  /** What to say where the server says nothing a person could use. */
  hint?: string;
}

/** The first row that fits. Any other 4xx is a refusal for good, anything else proves nothing. */
const rows: Row[] = [
  // Pixelfed notes the key before it does anything, so this tells nothing of the first send.
  // https://github.com/pixelfed/pixelfed/issues/3581 (2026-11-21)
  { status: 400, says: /idempotency key/i, means: 'unknown' },
  { status: 401, means: 'reconnect', hint: 'The server no longer takes this access token.' },
  // Of this one post, not of the account.
  { status: 403, says: /not allowed|not permitted|invalid media/i, means: 'rejected' },
  { status: 403, means: 'reconnect', hint: 'The server does not let this account do that.' },
  { status: 404, means: 'rejected', hint: 'The post it replies to is gone.' },
  { status: 408, means: 'unknown' },
  // Newer Pleroma: the first send with this key is still being worked on.
  { status: 409, means: 'unknown' },
  { status: 413, means: 'rejected', hint: 'The file is larger than the server takes.' },
  { status: 429, means: 'throttled', hint: 'Too many requests.' },
];

export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { status } = response;
  if (isReplayedFailure(response)) {
    const message = `The server failed with ${status} before, and repeats that from memory.`;
    return new NetworkFault({ kind: 'unavailable', message, networkCode: String(status), sent: false });
  }
  if (status < 400 || status >= 500) return serverError(response, 'The server');

  const said = sentenceOf(response);
  const row = rows.find((each) => each.status === status && (each.says?.test(said ?? '') ?? true));
  const message = [row?.hint, said].filter(Boolean).join(' ') || `The server answered ${status}.`;
  const common = { message, networkCode: String(status) };
  switch (row?.means) {
    case 'unknown':
      return new NetworkFault({ kind: 'unavailable', ...common, sent: true });
    case 'reconnect':
      return new NetworkFault({ kind: 'reconnect', ...common });
    case 'throttled':
      return new NetworkFault({ kind: 'throttled', ...common, retryAfter: waitOf(response, now), scope: 'channel' });
    default:
      return new NetworkFault({ kind: 'rejected', ...common });
  }
}
