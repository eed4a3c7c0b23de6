/** The HTTP client of the networks' adapters, guarded against private addresses. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Http, HttpRequest, HttpResponse } from '@belfry/networks/core/http.ts';
import { Agent, type Dispatcher } from 'undici';
import type { OutboundRule } from '../base/outbound-rules.ts';
import { findExcess } from '../validation/index.ts';
import { createGuard } from './addresses.ts';
import { type Body, failureOf, openBody } from './body.ts';
import { createDial, type Lookup } from './dial.ts';
import { type Answer, exchange, Unanswered } from './exchange.ts';
import { notSent, toFault } from './faults.ts';

export interface HttpOptions {
  allow: readonly OutboundRule[];
  lookup: Lookup;
  /** Bytes. Reads no more of each answer, and neither parses nor refuses it: for callers that need only the status. */
  truncateAt?: number;
}

export interface HttpClient {
  http: Http;
  /** Waits for running calls. */
  close(): Promise<void>;
}

const maxAnswerBytes = 4 * 1024 * 1024;
/** JSON values in one answer. A page of forty statuses with all their attachments has about ten thousand. */
const maxJsonValues = 50_000;
const defaultTimeout = 30;

/**
 * If a server closes an idle connection while a request leaves on it, we cannot know whether the request arrived.
 * Most servers keep idle connections for 5 s or more, so we close them after 4 s, or sooner if the server's
 * Keep-Alive header asks for it.
 */
const keepAliveMilliseconds = 4000;

export function createHttp({ allow, lookup, truncateAt }: HttpOptions): HttpClient {
  const agent = new Agent({
    connect: createDial(createGuard(allow), lookup),
    keepAliveTimeout: keepAliveMilliseconds,
    keepAliveMaxTimeout: keepAliveMilliseconds,
    maxResponseSize: maxAnswerBytes,
    // One deadline covers the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { http: (request) => callOut(agent, request, truncateAt), close: () => agent.close() };
}

async function callOut(agent: Agent, request: HttpRequest, truncateAt?: number): Promise<HttpResponse> {
  const url = parseAddress(request.url);
  const { hostname: host } = url;
  const timeout = request.timeout ?? defaultTimeout;
  const deadline = AbortSignal.timeout(timeout * 1000);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  const body = openBody(request.body);
  try {
    const answer = await exchange(agent, encode(request, url, body.content), signal, truncateAt);
    if (truncateAt !== undefined) return present(answer);
    requireReadable(answer, host);
    const response = present(answer);
    return {
      ...response,
      json: findExcess(answer.body, maxJsonValues) ? undefined : parseJson(response.text),
    };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    const failure = failureOf(body, error.cause);
    throw failure ? failure.error : toFault(error, { host, timeout, deadline, signal });
  } finally {
    body.close();
  }
}

function parseAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw notSent('The address of this call is not a URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw notSent(`Only http and https addresses are called, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw notSent(`The address of ${url.hostname} contains a user name or a password. Remove it.`);
  }
  return url;
}

function encode(request: HttpRequest, url: URL, body: Body['content']): Dispatcher.DispatchOptions {
  const own = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    // A compressed answer could expand to any size.
    headers: { 'user-agent': 'Belfry', 'accept-encoding': 'identity', ...Object.fromEntries(own) },
    body,
  };
}

function requireReadable({ headers, body }: Answer, host: string): void {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (body.length > 0 && encoding !== 'identity') {
    const message = `${host} sent a compressed answer that was not requested.`;
    throw new NetworkFault({ kind: 'unavailable', message, sent: true });
  }
}

function present({ status, headers, body }: Answer): HttpResponse {
  return { status, headers: joinRepeated(headers), text: new TextDecoder().decode(body), json: undefined };
}

function joinRepeated(headers: Answer['headers']): Record<string, string> {
  const joined = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return Object.fromEntries(joined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
