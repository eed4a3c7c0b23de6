import { NetworkFault } from '../core/fault.ts';
import type { HttpResponse } from '../core/http.ts';
import { retryAfter, serverError } from '../core/http.ts';
import { textField } from '../core/json.ts';

/** What an answer that is no success means. */
export function faultOf(response: HttpResponse, now: Date): NetworkFault {
  const { status, headers, json } = response;
  // 408: what had arrived of the request may have been taken.
  if (status < 400 || status >= 500 || status === 408) return serverError(response, 'The sandbox');

  const message = textField(json, 'error', 'message') ?? `The sandbox answered ${status}.`;
  const networkCode = textField(json, 'error', 'code') ?? String(status);
  if (status === 401) return new NetworkFault({ kind: 'reconnect', message, networkCode });
  if (status === 429) {
    const wait = retryAfter(headers, now);
    return new NetworkFault({ kind: 'throttled', message, networkCode, retryAfter: wait, scope: 'channel' });
  }
  return new NetworkFault({ kind: 'rejected', message, networkCode });
}
