import { NetworkFault } from '../core/fault.ts';
import type { Http, HttpRequest } from '../core/http.ts';
import { field } from '../core/json.ts';

/** An unguarded client for tests that follows the contract of the HTTP port. */
export const plainHttp: Http = async (request) => {
  const { response, text } = await send(request);
  return { status: response.status, headers: Object.fromEntries(response.headers), text, json: parse(text) };
};

async function send({ url, method, headers, body, timeout = 30, signal }: HttpRequest) {
  const deadline = AbortSignal.timeout(timeout * 1000);
  const failures: unknown[] = [];
  const init = {
    method,
    redirect: 'manual',
    duplex: 'half',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(headers && { headers }),
    ...(body !== undefined && {
      body: (isStream(body) ? collectingFailures(body, failures) : body) as NonNullable<RequestInit['body']>,
    }),
  } satisfies RequestInit & { duplex: 'half' };
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    if (failures.length > 0) throw failures[0];
    const isUnreachable = ['ECONNREFUSED', 'ENOTFOUND'].includes(String(field(cause, 'cause', 'code')));
    const message = `No answer from ${new URL(url).host}.`;
    throw new NetworkFault({ kind: 'unavailable', message, sent: !isUnreachable }, { cause });
  }
}

function isStream(body: NonNullable<HttpRequest['body']>): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/** Collects errors of the request's own body, which are not the network's faults. */
async function* collectingFailures(
  body: AsyncIterable<Uint8Array>,
  failures: unknown[],
): AsyncIterable<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const read = () =>
    iterator.next().catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  try {
    for (let part = await read(); !part.done; part = await read()) yield part.value;
  } finally {
    await iterator.return?.();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
