/** A client of Belfry's API, for browsers and for Node. */
import { type Clock, systemClock } from './clock.ts';
import type {
  Answer,
  Args,
  CallOptions,
  ItemOf,
  PagedName,
  RouteName,
  RouteRow,
  StreamedEvent,
} from './contract.ts';
import { type EventOptions, followEvents } from './events.ts';
import { listPages } from './pages.ts';
import type { ResumableOptions, UploadCalls } from './resumable.ts';
import { type RetryOptions, retryOf } from './retry.ts';
import { routes } from './routes.ts';
import { type Fetch, type Link, type Prepared, send } from './send.ts';
import type { UploadOptions } from './upload.ts';

export type { Answer, Input, ItemOf, PagedName, RouteName, StreamedEvent } from './contract.ts';
export { ApiError, isPassing, mayHaveArrived, NoAnswer } from './errors.ts';
export type { Fetch } from './send.ts';

export type ClientOptions = {
  /** Of the service, such as `https://belfry.example.org`. */
  url: string;
  /** The id of one of the person's workspaces. Default: that of the API key, or the one that the session selected. */
  workspace?: number;
  /** False: each request is sent once. */
  retry?: RetryOptions | false;
  fetch?: Fetch;
  clock?: Clock;
} & Credentials;

/** In a browser, a client without both uses the cookie of the person who is signed in. */
type Credentials =
  | {
      /** An API key, `bf_…`. */
      key?: string;
      session?: never;
    }
  | {
      /** A Cookie header. */
      session?: string;
      key?: never;
    };

export interface Client {
  /**
   * Calls an endpoint by its name. Throws an ApiError when the service refuses, a NoAnswer when none arrives. Repeats
   * the request if that is safe: when it only reads, when it has an Idempotency-Key, or when `ifMatch` names the
   * version that it changes.
   */
  call<Name extends RouteName>(name: Name, ...args: Args<Name>): Promise<Answer<Name>>;
  /** The entries of a list, page by page. */
  pages<Name extends PagedName>(name: Name, ...args: Args<Name>): AsyncGenerator<ItemOf<Name>, void>;
  /** The events of the log as they happen. Connects again after a broken connection, without a gap or a repetition. */
  events(options?: EventOptions): AsyncGenerator<StreamedEvent, void>;
  /** Uploads an image. It is sent once, since a repetition could store it twice. */
  upload(
    file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>,
    options?: UploadOptions,
  ): Promise<Answer<'uploadMedia'>>;
  /** Uploads an image or a video in slices. After a broken connection it sends only the bytes that have not arrived. */
  uploadResumable(
    file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>,
    options?: ResumableOptions,
  ): Promise<Answer<'getMedia'>>;
}

/** The input of any route. */
interface AnyInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string;
  idempotencyKey?: string;
}

export function createClient(options: ClientOptions): Client {
  const { fetch = globalThis.fetch.bind(globalThis), clock = systemClock } = options;
  const link = { fetch, clock, retry: retryOf(options.retry) };
  const call = async <Name extends RouteName>(name: Name, input: AnyInput = {}): Promise<Answer<Name>> =>
    send(link, prepare(options, name, input, link.retry.tries > 1));
  return {
    call: (name, ...[input]) => call(name, input as AnyInput),
    pages: (name, ...[input]) => listPages(call, name, input as AnyInput),
    events: (given = {}) => followEvents((input) => call('streamEvents', input), clock, given),
    // Browsers load what uploads when something is uploaded.
    async upload(file, given = {}) {
      const { upload } = await import('./upload.ts');
      const { signal } = given;
      const request = (headers: Record<string, string> = {}) =>
        prepare(options, 'uploadMedia', { headers, ...(signal && { signal }) }, false);
      return upload(({ headers, ...form }) => send(link, { ...request(headers), ...form }), file, given);
    },
    async uploadResumable(file, given = {}) {
      const { uploadInSlices } = await import('./resumable.ts');
      const { signal } = given;
      const calls = uploadCalls(options, link, { ...(signal && { signal }) });
      const blob = file instanceof Blob ? file : new Blob([file]);
      return call('getMedia', { params: { id: await uploadInSlices(calls, blob, given, link) } });
    },
  };
}

function uploadCalls(options: ClientOptions, link: Link, given: { signal?: AbortSignal }): UploadCalls {
  const ask = <Name extends RouteName>(name: Name, input: AnyInput, body?: Blob): Promise<Answer<Name>> => {
    const { headers = {}, ...rest } = input;
    const sent = { ...rest, ...given, headers: { 'tus-resumable': '1.0.0', ...headers } };
    return send(link, { ...prepare(options, name, sent, true), ...(body && { body }) });
  };
  return {
    async create(headers) {
      const answer = await ask('createUpload', { headers });
      return Number(answer.headers.get('location')?.split('/').at(-1));
    },
    find: (id) => ask('getUpload', { params: { id } }),
    sendSlice(id, offset, slice) {
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${offset}` };
      return ask('sendSlice', { params: { id }, headers }, slice);
    },
  };
}

function prepare(
  options: ClientOptions,
  name: RouteName,
  { params = {}, query = {}, body, signal, ...input }: AnyInput,
  maySendAgain: boolean,
): Prepared {
  const [method, path, ...flags]: RouteRow = routes[name];
  // A route that ignores one of these headers must not be repeated because of it.
  const ifMatch = flags.includes('conditional') ? input.ifMatch : undefined;
  const generated = maySendAgain ? generateKey() : undefined;
  const idempotencyKey = flags.includes('idempotent') ? (input.idempotencyKey ?? generated) : undefined;
  const headers = new Headers({
    ...headersOf(options),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  });
  for (const [header, value] of Object.entries(input.headers ?? {})) headers.set(header, value);
  return {
    method,
    url: `${options.url.replace(/\/+$/, '')}${fill(path, params)}${describeQuery(query)}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: options.key === undefined ? 'same-origin' : 'omit',
    signal,
    isRepeatable:
      method === 'GET' || idempotencyKey !== undefined || (method !== 'POST' && ifMatch !== undefined),
    isFile: flags.includes('file'),
  };
}

function headersOf({ url, key, session, workspace }: ClientOptions): Record<string, string> {
  return {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    // The service accepts changes by a session only from its own pages. Browsers set these two headers themselves.
    ...(session !== undefined && { cookie: session, origin: new URL(url).origin }),
    ...(workspace !== undefined && { 'x-workspace': String(workspace) }),
  };
}

function fill(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function describeQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]);
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** 128 random bits. `crypto.randomUUID` would need https. */
function generateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
