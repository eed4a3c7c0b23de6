/** One try: a signed call to the address, and what it means. */

import type { KeyObject } from 'node:crypto';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { retryAfter } from '@belfry/networks/core/http.ts';
import type { Context } from '../context.ts';
import type { Message } from './message.ts';
import { signMessage } from './message.ts';

type Ctx = Pick<Context, 'clock' | 'outbound' | 'meters'>;

/** Seconds until the answer must be there. */
const TIMEOUT = 15;

export interface Receiver {
  url: string;
  keys: readonly KeyObject[];
}

export interface Attempt {
  duration_ms: number;
  status: number | null;
  /** A sentence; null: delivered. */
  error: string | null;
  url: string;
  headers: Record<string, string>;
  body: string;
  answer: string | null;
  /** Seconds that the receiver wants to be left alone. */
  wait: number | null;
}

/** Never throws for what the receiver does, or does not do. */
export async function deliver(ctx: Ctx, { url, keys }: Receiver, message: Message): Promise<Attempt> {
  const headers = signMessage(message, keys, ctx.clock.now());
  const { body } = message;
  const begin = performance.now();
  const answer = await call(ctx, { url, headers, body });
  ctx.meters.webhookTried(answer.error === null, answer.status);
  return { duration_ms: Math.round(performance.now() - begin), url, headers, body, ...answer };
}

type Answered = Pick<Attempt, 'status' | 'error' | 'answer' | 'wait'>;

async function call(
  { outbound, clock }: Ctx,
  request: { url: string; headers: Record<string, string>; body: string },
): Promise<Answered> {
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
    return `It answered ${status}, a redirect; they are not followed: set the address it leads to.`;
  }
  if (status === 410) return 'It answered 410: it wants nothing any more.';
  return `It answered ${status}; 200 to 299 would mean that it took the event.`;
}
