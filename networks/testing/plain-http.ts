import { NetworkFault } from '../core/fault.ts';
import type { Http, HttpRequest } from '../core/http.ts';
import { field } from '../core/json.ts';

/** An unguarded client for tests, with the semantics of the port. */
export const plainHttp: Http = async (request) => {
  const { response, text } = await send(request);
  return { status: response.status, headers: Object.fromEntries(response.headers), text, json: parse(text) };
};

async function send({ url, method, headers, body, timeout = 30, signal }: HttpRequest) {
  const deadline = AbortSignal.timeout(timeout * 1000);
  const init = {
    method,
    redirect: 'manual',
    duplex: 'half',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(headers && { headers }),
    ...(body !== undefined && { body: body as BodyInit }),
  } satisfies RequestInit & { duplex: 'half' };
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    const isUnreachable = ['ECONNREFUSED', 'ENOTFOUND'].includes(String(field(cause, 'cause', 'code')));
    const message = `No answer from ${new URL(url).host}.`;
    throw new NetworkFault({ kind: 'unavailable', message, sent: !isUnreachable }, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
