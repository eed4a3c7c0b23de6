import type { HostedRequest, HostedResponse, ServiceHost } from '../core/service.ts';

/** `params` are the captured parts of the path, in lower case. */
export type Answer = (request: HostedRequest, host: ServiceHost, params: string[]) => Promise<HostedResponse>;

/** Thrown to stop with an error answer. `code` is stable, `message` is a sentence for a person. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function answerJson(status: number, body: object, more: Record<string, string> = {}): HostedResponse {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...more,
  };
  return { status, headers, body: JSON.stringify(body) };
}
