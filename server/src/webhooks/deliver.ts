/** Sends one signed request to a webhook and interprets the answer. */

import type { KeyObject } from 'node:crypto';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { retryAfter } from '@belfry/networks/core/http.ts';
import type { Context } from '../base/context.ts';
import type { Message } from './message.ts';
import { signMessage } from './message.ts';
import type { DeliveryRow } from './store.ts';

type Ctx = Pick<Context, 'clock' | 'outbound' | 'meters'>;

/** Seconds for the whole call. */
const TIMEOUT = 15;

export interface Receiver {
  url: string;
  keys: readonly KeyObject[];
}

/** `error` is a sentence. Null: the event was delivered. */
export type Attempt = Pick<
  DeliveryRow,
  'duration_ms' | 'status' | 'error' | 'url' | 'headers' | 'body' | 'answer'
> & {
  /** Seconds until the next try, if the receiver sent Retry-After. */
  wait: number | null;
};

/** Returns errors of the receiver, and throws only our own. */
export async function deliver(ctx: Ctx, { url, keys }: Receiver, message: Message): Promise<Attempt> {
  const headers = signMessage(message, keys, ctx.clock.now());
  const { body } = message;
  const begin = performance.now();
  const answer = await call(ctx, { url, headers, body });
  ctx.meters.webhookTried(answer.error === null, answer.status);
  return { duration_ms: Math.round(performance.now() - begin), url, headers, body, ...answer };
}

type CallResult = Pick<Attempt, 'status' | 'error' | 'answer' | 'wait'>;

async function call(
  { outbound, clock }: Ctx,
  request: { url: string; headers: Record<string, string>; body: string },
): Promise<CallResult> {
  try {
    const { status, headers, text } = await outbound.webhookHttp({
      method: 'POST',
      timeout: TIMEOUT,
      ...request,
    });
    const wait = retryAfter(headers, clock.now());
    return { status, error: explain(status), answer: text.replaceAll('\0', '\uFFFD'), wait };
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    return { status: null, error: error.fault.message, answer: null, wait: null };
  }
}

function explain(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}, a redirect. Belfry does not follow redirects. Set the webhook to the address that it leads to.`;
  }
  if (status === 410) return 'The receiver answered 410: it refuses all further events.';
  return `The receiver answered ${status}. Only a status from 200 to 299 confirms delivery.`;
}
