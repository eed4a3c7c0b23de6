/** A client of the API that asks several services in turn, and goes on while none of them answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEntry } from '../../contract/events.ts';
import type { Post } from '../../contract/posts.ts';
import type { Target } from '../../contract/targets.ts';
import { ApiError, type Client, createClient, type Fetch, type Input, isPassing } from '../../sdk/client.ts';

export type ApiTarget = Pick<Target, 'id' | 'channel_id' | 'status' | 'external_url'> & {
  error: Pick<NonNullable<Target['error']>, 'code' | 'message'> | null;
};
export type ApiPost = Pick<Post, 'id' | 'status' | 'content'> & { targets: ApiTarget[] };
/** An event of the log. */
export type ApiEvent = Pick<AuditEntry, 'seq' | 'kind' | 'post_id'>;

export interface ReadPost {
  post: ApiPost;
  etag: string;
}

export type PostBody = Input<'createPost'>['body'];

/** Milliseconds; a suspended service does not answer. */
const TIMEOUT = 5000;
/** Milliseconds. */
const MAX_WAIT = 50;
const MAX_TRIES = 1200;

export class ApiClient {
  readonly #bases: readonly string[];
  #turn = 0;
  #client: Client;

  constructor(bases: readonly string[], key?: string) {
    this.#bases = bases;
    this.#client = this.#connect(key === undefined ? {} : { key });
  }

  async setUp(token: string): Promise<void> {
    const body = {
      token,
      name: 'Proof',
      email: 'proof@example.org',
      password: 'a long password',
      workspace: 'Proof',
    };
    const { data } = await insist(() => this.#client.call('setUp', { body }));
    this.#client = this.#connect({ key: data.api_key ?? '' });
  }

  /** From now on authors submit posts, and another person approves them. */
  async requireApproval(): Promise<void> {
    await insist(() => this.#client.call('updateWorkspace', { body: { requires_approval: true } }));
  }

  /** Adds a person who can write posts but not approve them, and returns a client for them. */
  async addAuthor(): Promise<ApiClient> {
    const body = { email: 'author@example.org', role: 'author' } as const;
    const { data } = await this.#client.call('createInvitation', { body });
    const token = data.link?.split('#')[1] ?? '';
    const { headers } = await this.#connect({ session: '' }).call('acceptInvitation', {
      body: { token, name: 'Author', password: 'another long password' },
    });
    const cookies = headers.getSetCookie().map((each) => each.split(';')[0]);
    const person = this.#connect({ session: cookies.join('; ') });
    const made = await person.call('createKey', { body: { name: 'Proof' } });
    return new ApiClient(this.#bases, made.data.key);
  }

  async addWebhook(url: string, kinds: readonly string[]): Promise<void> {
    const body = { url, kinds: [...kinds] };
    await insist(() => this.#client.call('createWebhook', { body }));
  }

  /** Number of events that webhooks have not delivered yet. */
  async webhookLag(): Promise<number> {
    const { data } = await this.#client.call('listWebhooks');
    return Math.max(...data.map(({ lag }) => lag));
  }

  /** All events of one kind in the log. */
  listEvents(kind: string): Promise<ApiEvent[]> {
    return Array.fromAsync(this.#client.pages('listAudit', { query: { kind, limit: 200 } }));
  }

  /**
   * Decides about the version that was read. False: the post changed meanwhile, or an earlier try of this request
   * decided it.
   */
  async decide({ post: { id }, etag }: ReadPost, decision: 'approve' | 'reject'): Promise<boolean> {
    const input = { params: { id }, body: { decision }, ifMatch: etag };
    const status = await statusOf(insist(() => this.#client.call('reviewPost', input)));
    if (status !== 201 && status !== 409) throw new Error(`The answer to a review is ${status}.`);
    return status === 201;
  }

  async connect(platform: string, username: string): Promise<number> {
    const body = { platform, credentials: { username } };
    return (await this.#client.call('createChannel', { body })).data.id;
  }

  async upload(png: Uint8Array<ArrayBuffer>): Promise<number> {
    const file = new Blob([png], { type: 'image/png' });
    const { data } = await insist(() =>
      this.#client.upload(file, { name: 'bells.png', altText: 'Two bells' }),
    );
    return data.id;
  }

  /** Usernames of the channels that need a person to sign in again. */
  async listHeld(): Promise<{ platform: string; username: string }[]> {
    const { data } = await this.#client.call('listChannels');
    return data.filter((channel) => channel.needs_reconnect);
  }

  async create(body: PostBody): Promise<ApiPost> {
    return (await this.#client.call('createPost', { body })).data;
  }

  /**
   * The version makes a repetition safe: a suspended process that applies the request late is refused. `post` is
   * undefined if the last try was refused. Each of the tries may have had its effect.
   */
  async replace(
    { post: { id }, etag }: ReadPost,
    body: PostBody,
  ): Promise<{ post: ApiPost | undefined; tries: number }> {
    const answer = this.#client.call('updatePost', { params: { id }, body, ifMatch: etag });
    return answer.then(
      ({ data, tries }) => ({ post: data, tries }),
      (error: unknown) => ({ post: undefined, tries: refusalOf(error).tries }),
    );
  }

  async read(id: number): Promise<ReadPost> {
    const { data, etag = '' } = await this.#client.call('getPost', { params: { id } });
    return { post: data, etag };
  }

  async get(id: number): Promise<ApiPost> {
    return (await this.read(id)).post;
  }

  /**
   * True if the post is deleted; false if it was too late. The version makes a repetition safe: a suspended process that
   * applies the request after it was too late is refused.
   */
  async delete({ post: { id }, etag }: ReadPost): Promise<boolean> {
    const input = { params: { id }, ifMatch: etag };
    const status = await statusOf(insist(() => this.#client.call('deletePost', input)));
    return status === 204 || status === 404;
  }

  #connect(credentials: { key?: string } | { session: string }): Client {
    const retry = {
      tries: MAX_TRIES,
      maxTime: Number.POSITIVE_INFINITY,
      maxWait: MAX_WAIT,
      timeout: TIMEOUT,
    };
    // PUBLIC_URL of all processes.
    const url = this.#bases[0]?.replace('127.0.0.1', 'localhost') ?? '';
    return createClient({ url, retry, fetch: this.#ask, ...credentials });
  }

  /** Each try asks the next service. A 503 does not count as an answer, since another service may give one. */
  readonly #ask: Fetch = async (url, init) => {
    const base = this.#bases[this.#turn % this.#bases.length] ?? '';
    this.#turn += 1;
    const { pathname, search } = new URL(url);
    const response = await fetch(base + pathname + search, init);
    if (response.status !== 503) return response;
    await response.body?.cancel();
    throw new Error(`${base} is unreachable`);
  };
}

export async function isReady(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/ready`, { signal: AbortSignal.timeout(TIMEOUT) }).catch(
    () => undefined,
  );
  return answer?.status === 200;
}

/** Repeats a request that the client would send once. Here a repetition does no harm. */
async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries === MAX_TRIES || !isPassing(error)) throw error;
      await sleep(MAX_WAIT);
    }
  }
}

function statusOf(call: Promise<{ status: number }>): Promise<number> {
  return call.then(
    ({ status }) => status,
    (error: unknown) => refusalOf(error).status,
  );
}

/** Rethrows any other error. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError && error.status < 500) return error;
  throw error;
}
