/** Sends one request, repeats it if that is safe, and reads its answer. */
import type { Clock } from './clock.ts';
import type { Answer, RouteName } from './contract.ts';
import { ApiError, NoAnswer } from './errors.ts';
import { type Retry, repeat } from './retry.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Link {
  fetch: Fetch;
  clock: Clock;
  retry: Retry;
}

export interface Prepared {
  method: string;
  url: string;
  headers: Headers;
  body?: NonNullable<RequestInit['body']> | undefined;
  /** Required for a body that is a stream. */
  duplex?: 'half';
  credentials: NonNullable<RequestInit['credentials']>;
  signal: AbortSignal | undefined;
  /** Sending it twice has the effect of sending it once. */
  isRepeatable: boolean;
  /** The answer is bytes, which the caller reads. */
  isFile: boolean;
}

export function send<Name extends RouteName>(link: Link, request: Prepared): Promise<Answer<Name>> {
  const retry = request.isRepeatable ? link.retry : { ...link.retry, tries: 1 };
  return repeat((tries) => sendOnce<Name>(link, request, tries), { ...link, retry, signal: request.signal });
}

async function sendOnce<Name extends RouteName>(
  link: Link,
  request: Prepared,
  tries: number,
): Promise<Answer<Name>> {
  const { response, text } = await exchange(link, request, tries);
  const { status, headers } = response;
  const body = text === undefined ? response : parse(text);
  // `null`: JSON that cannot be read.
  if (!response.ok || body === null) throw new ApiError(response, body, tries);
  const { data } = (body ?? {}) as { data?: unknown };
  return { status, headers, etag: headers.get('etag') ?? undefined, tries, body, data } as Answer<Name>;
}

/** `text` is undefined for a file, whose body is left unread. */
async function exchange(
  { fetch, clock, retry }: Link,
  { url, isFile, isRepeatable, signal, ...request }: Prepared,
  tries: number,
): Promise<{ response: Response; text?: string }> {
  signal?.throwIfAborted();
  const [late, answered] = [new AbortController(), new AbortController()];
  clock.wait(retry.timeout, answered.signal).then(
    () => late.abort(new Error(`nothing within ${retry.timeout} ms`)),
    () => undefined,
  );
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.any(signal === undefined ? [late.signal] : [late.signal, signal]),
    } as RequestInit);
    return isFile && response.ok ? { response } : { response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NoAnswer(`${request.method} ${url}`, cause, tries);
  } finally {
    answered.abort();
  }
}

/** Undefined for an empty body, null for anything but JSON. */
function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
