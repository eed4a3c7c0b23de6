/** The public API as the proof drives it; a service that is down is asked again, or another in its place. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface ApiTarget {
  id: number;
  channel_id: number;
  status: string;
  external_url: string | null;
  error: { code: string; message: string } | null;
}

export interface ApiPost {
  id: number;
  status: string;
  targets: ApiTarget[];
}

export interface PostBody {
  status: 'scheduled';
  scheduled_at: string;
  content: string;
  targets: { channel_id: number; settings?: Record<string, boolean> }[];
  media_ids?: number[];
  confirm_resend?: number[];
}

export interface ApiAnswer<T> {
  status: number;
  body: T;
  /** How often it was asked; each time may have had its effect. */
  tries: number;
}

/** Milliseconds; a service that stands still does not answer. */
const PATIENCE = 5000;
const MOST_TRIES = 1200;

export class ApiClient {
  readonly #bases: readonly string[];
  #turn = 0;
  #key = '';

  constructor(bases: readonly string[]) {
    this.#bases = bases;
  }

  async setUp(token: string): Promise<void> {
    const body = {
      token,
      name: 'Proof',
      email: 'proof@example.org',
      password: 'a long password',
      workspace: 'Proof',
    };
    const answer = await this.#ask<{ data: { api_key: string } }>('POST', '/api/setup', body);
    this.#key = requireData(answer).api_key;
  }

  async join(platform: string, username: string): Promise<number> {
    const body = { platform, credentials: { username } };
    return requireData(await this.#ask<{ data: { id: number } }>('POST', '/api/public/v1/channels', body)).id;
  }

  async upload(png: Uint8Array<ArrayBuffer>): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob([png], { type: 'image/png' }), 'bells.png');
    form.append('alt_text', 'Two bells');
    return requireData(await this.#ask<{ data: { id: number } }>('POST', '/api/public/v1/media', form)).id;
  }

  /** Usernames of the channels that want a person to sign in again. */
  async listHeld(): Promise<{ platform: string; username: string }[]> {
    type Channel = { platform: string; username: string; needs_reconnect: boolean };
    const channels = requireData(await this.#ask<{ data: Channel[] }>('GET', '/api/public/v1/channels'));
    return channels.filter((channel) => channel.needs_reconnect);
  }

  /** The idempotency key makes asking again safe. */
  async create(body: PostBody): Promise<ApiPost> {
    const headers = { 'idempotency-key': body.content };
    return requireData(await this.#ask<{ data: ApiPost }>('POST', '/api/public/v1/posts', body, headers));
  }

  replace(id: number, body: PostBody): Promise<ApiAnswer<{ data: ApiPost }>> {
    return this.#ask('PUT', `/api/public/v1/posts/${id}`, body);
  }

  async get(id: number): Promise<ApiPost> {
    return requireData(await this.#ask<{ data: ApiPost }>('GET', `/api/public/v1/posts/${id}`));
  }

  /** True when the post is gone; false when it was too late. */
  async delete(id: number): Promise<boolean> {
    const { status } = await this.#ask('DELETE', `/api/public/v1/posts/${id}`);
    return status === 204 || status === 404;
  }

  /** Asks until somebody answers: 503, an unfinished twin and a closed port are no answers. */
  async #ask<T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const isForm = body instanceof FormData;
    const sent = isForm || body === undefined ? body : JSON.stringify(body);
    const typed: Record<string, string> = isForm ? {} : { 'content-type': 'application/json' };
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const base = this.#bases[this.#turn % this.#bases.length] ?? '';
      const answer = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${this.#key}`, ...typed, ...headers },
        signal: AbortSignal.timeout(PATIENCE),
        ...(sent !== undefined && { body: sent }),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      this.#turn += 1;
      const isBusy = answer?.status === 503 || answer?.text.includes('idempotency_in_flight');
      if (answer !== undefined && !isBusy) {
        if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
        return { status: answer.status, body: parse(answer.text) as T, tries };
      }
      await sleep(50);
    }
    throw new Error(`${method} ${path}: nobody answers`);
  }
}

export async function isReady(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/ready`, { signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => undefined,
  );
  return answer?.status === 200;
}

function requireData<T>({ status, body }: ApiAnswer<{ data: T }>): T {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
