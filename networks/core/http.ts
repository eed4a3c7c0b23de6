/**
 * Outbound HTTP for adapters: a port. The server supplies the guarded client; this file opens no socket.
 * If no answer arrives, a call throws a `NetworkFault` of kind `unavailable`, whose `sent` says
 * whether the request may have reached the network. An error from reading the request's own body is passed on unchanged.
 */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Absolute http(s) address. Redirects are returned, not followed. */
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Seconds until the answer must be complete. Default 30. */
  timeout?: number;
  /** The calls of an attempt have that of the attempt: {@link abortable}. */
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Names in lower case; the values of a repeated header are joined by ", ". */
  headers: Record<string, string>;
  /** At most 4 MB; a longer answer is an `unavailable` fault. */
  text: string;
  /** The parsed body; undefined if it is not JSON, or is far larger or deeper than any API's answer. */
  json: unknown;
}

export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/** Ends each call when the signal aborts. */
export function abortable(http: Http, signal: AbortSignal): Http {
  return (request) => http({ ...request, signal });
}

/** Encodes a JSON request. */
export function jsonRequest(method: HttpRequest['method'], url: string, body: unknown): HttpRequest {
  return { method, url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Adds a bearer token to a request. */
export function withBearer(request: HttpRequest, token: string): HttpRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/** Seconds until a request with a body of so many bytes fails: the time to send it at 1 Mbit/s, and 30 for the answer. */
export function secondsToSend(bytes: number): number {
  return 30 + Math.ceil((bytes * 8) / 1_000_000);
}

const isNumber = /^\d+(\.\d+)?$/;

/** Seconds to wait by `Retry-After`, which is a number of seconds or a date; null if the header is missing. */
export function retryAfter(headers: Record<string, string>, now: Date): number | null {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return null;
  if (isNumber.test(value)) return Number(value);
  return secondsUntil(value, now);
}

/** Seconds from `now` until an HTTP date, an ISO 8601 date or Unix seconds, at least 0; null for anything else. */
export function secondsUntil(moment: string, now: Date): number | null {
  const at = isNumber.test(moment) ? Number(moment) * 1000 : Date.parse(moment);
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000);
}
