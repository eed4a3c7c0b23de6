/** The public API as the proof drives it; a service that is down is asked again. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface ApiPost {
  id: number;
  content: string;
  status: string;
  targets: { status: string; error: { code: string } | null }[];
}

export class ApiClient {
  readonly #base: string;
  #key = '';

  constructor(base: string) {
    this.#base = base;
  }

  async setUp(token: string): Promise<void> {
    const body = {
      token,
      name: 'Proof',
      email: 'proof@example.org',
      password: 'a long password',
      workspace: 'Proof',
    };
    const { data } = await this.#call<{ data: { api_key: string } }>('POST', '/api/setup', body);
    this.#key = data.api_key;
  }

  async join(username: string): Promise<number> {
    const body = { platform: 'sandbox', credentials: { username } };
    return (await this.#call<{ data: { id: number } }>('POST', '/api/public/v1/channels', body)).data.id;
  }

  /** The idempotency key makes asking again safe. */
  async post(content: string, at: Date, channelIds: number[]): Promise<ApiPost> {
    const body = {
      status: 'scheduled',
      scheduled_at: at.toISOString(),
      content,
      targets: channelIds.map((channel_id) => ({ channel_id })),
    };
    const headers = { 'idempotency-key': content };
    return (await this.#call<{ data: ApiPost }>('POST', '/api/public/v1/posts', body, headers)).data;
  }

  async get(id: number): Promise<ApiPost> {
    return (await this.#call<{ data: ApiPost }>('GET', `/api/public/v1/posts/${id}`)).data;
  }

  /** True when the post is gone; false when it was too late. */
  async delete(id: number): Promise<boolean> {
    const { status } = await this.#fetch('DELETE', `/api/public/v1/posts/${id}`);
    return status === 204 || status === 404;
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.#base}/ready`).catch(() => undefined);
    return answer?.status === 200;
  }

  async #call<T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await this.#fetch(method, path, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as T;
  }

  /** Asks until somebody answers: 503, an unfinished twin and a closed port are no answers. */
  async #fetch(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await fetch(this.#base + path, {
        method,
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      const isBusy = answer?.status === 503 || answer?.text.includes('idempotency_in_flight');
      if (answer !== undefined && !isBusy) return answer;
      await sleep(50);
    }
    throw new Error(`${method} ${path}: nobody answers`);
  }
}
