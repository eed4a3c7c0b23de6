/** A client of the public API. It repeats a request that gets no answer, at the same service or another. */
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
  content: string;
  targets: ApiTarget[];
}

export interface ReadPost {
  post: ApiPost;
  etag: string;
}

/** An event of the log. */
export interface ApiEvent {
  seq: number;
  kind: string;
  post_id: number;
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
  etag: string;
  /** Number of tries; each of them may have had its effect. */
  tries: number;
}

/** Milliseconds; a suspended service does not answer. */
const TIMEOUT = 5000;
const MAX_TRIES = 1200;

export class ApiClient {
  readonly #bases: readonly string[];
  #turn = 0;
  #key: string;

  constructor(bases: readonly string[], key = '') {
    this.#bases = bases;
    this.#key = key;
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
    if (answer.status >= 400) throw new Error(`The database must be empty: ${describeAnswer(answer)}`);
    this.#key = requireData(answer).api_key;
  }

  /** From now on authors submit posts, and another person approves them. */
  async requireApproval(): Promise<void> {
    requireData(await this.#ask('PATCH', '/api/v1/workspace', { requires_approval: true }));
  }

  /** Adds a person who can write posts but not approve them, and returns a client for them. */
  async addAuthor(): Promise<ApiClient> {
    const invitation = { email: 'author@example.org', role: 'author' };
    const answer = await this.#ask<{ data: { link: string } }>('POST', '/api/v1/invitations', invitation);
    const token = requireData(answer).link.split('#')[1] ?? '';
    const [base = ''] = this.#bases;
    const origin = base.replace('127.0.0.1', 'localhost');
    const headers = { 'content-type': 'application/json', origin };
    const accepted = await fetch(`${base}/api/v1/invitations/accept`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token, name: 'Author', password: 'another long password' }),
    });
    const cookie = accepted.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const made = await fetch(`${base}/api/v1/keys`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify({ name: 'Proof' }),
    });
    const body = (await made.json()) as { data: { key: string } };
    return new ApiClient(this.#bases, requireData({ status: made.status, body }).key);
  }

  async addWebhook(url: string, kinds: readonly string[]): Promise<void> {
    requireData(await this.#ask('POST', '/api/v1/webhooks', { url, kinds }));
  }

  /** Number of events that webhooks have not delivered yet. */
  async webhookLag(): Promise<number> {
    const answer = await this.#ask<{ data: { lag: number }[] }>('GET', '/api/v1/webhooks');
    return Math.max(...requireData(answer).map(({ lag }) => lag));
  }

  /** All events of one kind in the log. */
  async listEvents(kind: string): Promise<ApiEvent[]> {
    const events: ApiEvent[] = [];
    for (let cursor = ''; ; ) {
      const path = `/api/v1/audit?kind=${kind}&limit=200${cursor}`;
      type Page = { data: ApiEvent[]; next_cursor: number | null };
      const { status, body } = await this.#ask<Page>('GET', path);
      requireData({ status, body });
      events.push(...body.data);
      if (body.next_cursor === null) return events;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }

  /**
   * Decides about the version that was read. False: the post changed meanwhile, or an earlier try of this request
   * decided it.
   */
  async decide({ post, etag }: ReadPost, decision: 'approve' | 'reject'): Promise<boolean> {
    const path = `/api/public/v1/posts/${post.id}/reviews`;
    const answer = await this.#ask('POST', path, { decision }, { 'if-match': etag });
    if (answer.status !== 201 && answer.status !== 409) throw new Error(describeAnswer(answer));
    return answer.status === 201;
  }

  async connect(platform: string, username: string): Promise<number> {
    const body = { platform, credentials: { username } };
    return requireData(await this.#ask<{ data: { id: number } }>('POST', '/api/public/v1/channels', body)).id;
  }

  async upload(png: Uint8Array<ArrayBuffer>): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob([png], { type: 'image/png' }), 'bells.png');
    form.append('alt_text', 'Two bells');
    return requireData(await this.#ask<{ data: { id: number } }>('POST', '/api/public/v1/media', form)).id;
  }

  /** Usernames of the channels that need a person to sign in again. */
  async listHeld(): Promise<{ platform: string; username: string }[]> {
    type Channel = { platform: string; username: string; needs_reconnect: boolean };
    const channels = requireData(await this.#ask<{ data: Channel[] }>('GET', '/api/public/v1/channels'));
    return channels.filter((channel) => channel.needs_reconnect);
  }

  /** The idempotency key makes a repetition safe. */
  async create(body: PostBody): Promise<ApiPost> {
    const headers = { 'idempotency-key': body.content };
    return requireData(await this.#ask<{ data: ApiPost }>('POST', '/api/public/v1/posts', body, headers));
  }

  /** The version makes a repetition safe: a suspended process that applies the request late is refused. */
  replace({ post, etag }: ReadPost, body: PostBody): Promise<ApiAnswer<{ data: ApiPost }>> {
    return this.#ask('PUT', `/api/public/v1/posts/${post.id}`, body, { 'if-match': etag });
  }

  async read(id: number): Promise<ReadPost> {
    const answer = await this.#ask<{ data: ApiPost }>('GET', `/api/public/v1/posts/${id}`);
    return { post: requireData(answer), etag: answer.etag };
  }

  async get(id: number): Promise<ApiPost> {
    return (await this.read(id)).post;
  }

  /** True if the post is deleted; false if it was too late. */
  async delete(id: number): Promise<boolean> {
    const { status } = await this.#ask('DELETE', `/api/public/v1/posts/${id}`);
    return status === 204 || status === 404;
  }

  /**
   * Repeats the request until a service answers. A 503, an unfinished request with the same key and a closed port do
   * not count as answers.
   */
  async #ask<T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const isForm = body instanceof FormData;
    const sent = isForm || body === undefined ? body : JSON.stringify(body);
    const typed: Record<string, string> = isForm ? {} : { 'content-type': 'application/json' };
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const base = this.#bases[this.#turn % this.#bases.length] ?? '';
      const answer = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${this.#key}`, ...typed, ...headers },
        signal: AbortSignal.timeout(TIMEOUT),
        ...(sent !== undefined && { body: sent }),
      })
        .then(async (response) => ({
          status: response.status,
          etag: response.headers.get('etag') ?? '',
          text: await response.text(),
        }))
        .catch(() => undefined);
      this.#turn += 1;
      const isBusy = answer?.status === 503 || answer?.text.includes('idempotency_in_flight');
      if (answer !== undefined && !isBusy) {
        if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
        const { status, etag, text } = answer;
        return { status, etag, body: parse(text) as T, tries };
      }
      await sleep(50);
    }
    throw new Error(`${method} ${path}: no service answers`);
  }
}

export async function isReady(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/ready`, { signal: AbortSignal.timeout(TIMEOUT) }).catch(
    () => undefined,
  );
  return answer?.status === 200;
}

function requireData<T>({ status, body }: Pick<ApiAnswer<{ data: T }>, 'status' | 'body'>): T {
  if (status >= 300) throw new Error(describeAnswer({ status, body }));
  return body.data;
}

function describeAnswer({ status, body }: Pick<ApiAnswer<unknown>, 'status' | 'body'>): string {
  return `${status} ${JSON.stringify(body)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
