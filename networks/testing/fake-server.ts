/**
 * The HTTP half of every fake network: a real server on loopback. It records the calls that it accepted, and on demand
 * misbehaves around the one call that makes a post visible. Its own log is the truth.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Findings } from './contract.ts';

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
  json: unknown;
}

export interface FakeResponse {
  status: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string or bytes as they are. */
  body?: unknown;
  /** Close the connection without an answer. */
  drop?: boolean;
  /** Never answer. */
  hangs?: true;
}

/** Faults around a visible call. Each is used up by one such call. */
export const fakeFaults = [
  'reset_before', // the connection closes before the network did anything
  'accept_then_drop', // published, but the answer is lost
  'accept_then_500', // published, but answered with 500
  'accept_then_garbage', // published, but answered with half an HTML page
  'error_500', // 500, not published
  'error_503_html', // a proxy's page, not published
  'throttle', // 429 without a date
  'throttle_2s', // 429 with Retry-After: 2
  'expire', // the token is no longer valid
] as const;

export type FakeFault = (typeof fakeFaults)[number];

/** An answer in place of the network's own: it does nothing else. A function makes it when the request arrives. */
export type FakeTrouble = FakeFault | FakeResponse | (() => FakeResponse);

/** A request whose body has not arrived yet. */
export type FakeHead = Omit<FakeRequest, 'body' | 'json'>;

export interface FakeOptions {
  handle(request: FakeRequest): FakeResponse | Promise<FakeResponse>;
  /** True for the calls that make something visible. */
  isVisible(request: FakeRequest): boolean;
  /** Receives the bytes of a large body as they arrive. Only its first 64 KB are then kept in the request. */
  stream?(head: FakeHead): ((bytes: Uint8Array) => void) | undefined;
  /** Compares each request with what the network states of its API, see {@link FakeServer.breaches}. */
  contract?(request: FakeRequest): Findings;
  /** This network's answer to an expired token; called also to make the fake expire it. */
  expire(request: FakeRequest): FakeResponse;
}

export class FakeServer {
  /** When each visible call arrived, in order. */
  readonly visibleAt: Date[] = [];
  /** Every request that arrived, in order. */
  readonly requests: FakeRequest[] = [];
  /** When each of them arrived. */
  readonly requestedAt: Date[] = [];
  /** How requests differed from the network's contract. A test that expects none of them fails when the fake is closed. */
  readonly breaches: string[] = [];
  /** Faults for the next visible calls, first one first. */
  readonly faults: FakeTrouble[] = [];
  /** Draws a random fault if none is queued; randomised suites set it. */
  nextFault: () => FakeFault | undefined = () => undefined;
  /** The network's clock; suites with their own clock set it. */
  now: () => Date = () => new Date();
  #server: Server;
  #options: FakeOptions;
  /** By the number of a request. */
  #troubles = new Map<number, FakeTrouble>();

  private constructor(options: FakeOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async listen(options: FakeOptions): Promise<FakeServer> {
    const fake = new FakeServer(options);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** Base URL without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Disturbs the request with this number, counted from now, visible or not. The next one is number 1. */
  disturb(number: number, trouble: FakeTrouble): void {
    this.#troubles.set(this.requests.length + number, trouble);
  }

  isVisible(request: FakeRequest): boolean {
    return this.#options.isVisible(request);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    if (this.breaches.length > 0)
      throw new Error(`Requests that the network does not know: ${[...new Set(this.breaches)].join(' ')}`);
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, this.#options);
    if (request === undefined) return;
    const number = this.requests.push(request);
    this.requestedAt.push(this.now());
    this.breaches.push(...this.#compare(request).breaches);
    const isVisible = this.isVisible(request);
    if (isVisible) this.visibleAt.push(this.now());
    const next = () => (isVisible ? (this.faults.shift() ?? this.nextFault()) : undefined);
    const fault = this.#troubles.get(number) ?? next();
    const given = typeof fault === 'function' ? fault() : fault;
    if (typeof given === 'object') return given.hangs ? undefined : send(outgoing, given);
    const accepts = given === undefined || given.startsWith('accept');
    if (given === 'reset_before') return void incoming.socket.destroy();
    const answer = accepts ? await this.#accept(request) : this.#refusal(given, request);
    if (given === 'accept_then_drop' || answer.drop) return void incoming.socket.destroy();
    if (given === 'accept_then_500') return send(outgoing, { status: 500, body: { error: 'Internal' } });
    if (given === 'accept_then_garbage') return send(outgoing, { status: 200, body: '<html><body>Welc' });
    send(outgoing, answer);
  }

  /** The network's own answer. */
  async #accept(request: FakeRequest): Promise<FakeResponse> {
    const { limits } = this.#compare(request);
    const answer = await this.#options.handle(request);
    if (answer.status < 400)
      this.breaches.push(...limits.map((limit) => `${limit}, and the fake accepted it.`));
    return answer;
  }

  #compare(request: FakeRequest): Findings {
    return this.#options.contract?.(request) ?? { breaches: [], limits: [] };
  }

  #refusal(fault: FakeFault, request: FakeRequest): FakeResponse {
    if (fault === 'expire') return this.#options.expire(request);
    if (fault === 'throttle') return { status: 429, body: { error: 'Too many' } };
    if (fault === 'throttle_2s')
      return { status: 429, headers: { 'retry-after': '2' }, body: { error: 'Too many' } };
    if (fault === 'error_500') return { status: 500, body: { error: 'Internal' } };
    return { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>Back soon</html>' };
  }
}

/** Undefined if the caller closed the connection before the request was complete. */
async function readRequest(
  incoming: IncomingMessage,
  { stream }: FakeOptions,
): Promise<FakeRequest | undefined> {
  const url = new URL(incoming.url ?? '/', 'http://fake');
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const { pathname: path, searchParams: query } = url;
  const head = { method: incoming.method ?? 'GET', path, query, headers };
  const take = stream?.(head);
  const reading = take === undefined ? buffer(incoming) : passOn(incoming, take);
  const body = await reading.catch(() => undefined);
  return body && { ...head, body, json: parse(body) };
}

const keptBytes = 64 * 1024;

async function passOn(incoming: IncomingMessage, take: (bytes: Uint8Array) => void): Promise<Buffer> {
  let kept = Buffer.alloc(0);
  for await (const bytes of incoming as AsyncIterable<Buffer>) {
    take(bytes);
    if (kept.length < keptBytes) kept = Buffer.concat([kept, bytes.subarray(0, keptBytes - kept.length)]);
  }
  return kept;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function send(outgoing: ServerResponse, answer: FakeResponse): void {
  const { body = '' } = answer;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  outgoing.writeHead(answer.status, {
    'content-type': isRaw ? 'text/html' : 'application/json',
    ...answer.headers,
  });
  outgoing.end(isRaw ? body : JSON.stringify(body));
}
