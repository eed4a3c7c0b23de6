/** The service behind the model's adapter: accounts, tokens, uploads and posts. Its log is the truth. */
import { createHash } from 'node:crypto';
import { field, textField } from '../core/json.ts';
import type { ConnectedAccount } from '../core/network.ts';
import type { Fake } from './fake.ts';
import { FakeServer } from './fake-server.ts';
import { type Kind, REPEATABLE } from './model.ts';

/** A post, a second part or a comment that the public can see. */
export interface Accepted {
  id: string;
  account: string;
  /** The text that the person wrote. */
  text: string;
  part: string;
  key: string;
  /** A digest of each file's bytes, in order. */
  media: readonly string[];
  /** Milliseconds: when the worker sent the post, when the network accepted it, when the network's list shows it. */
  sentAt: number;
  at: number;
  listedAt: number;
}

/** A call from the adapter. */
export interface Call {
  account: string;
  method: string;
  path: string;
  body: unknown;
  token: string;
  sentAt: number;
  /** Of a file: a digest of its bytes. */
  digest?: string;
}

export interface Answer {
  status: number;
  body: object;
}

/** How a service differs from one that is instant and correct. */
export interface Nature {
  /** Milliseconds; default: the machine's clock. */
  now?(): number;
  /** Whether a file is processed by now. */
  isReady?(): boolean;
  /** Milliseconds until the list shows a post. */
  hiddenFor?(): number;
  /** The address for posts of an account. */
  home?(account: string): string;
  /** Seconds for which a token is valid after a refresh. */
  tokenLasts?: number;
  isAccepted?(post: Accepted): void;
  /**
   * `forgets`: claims to honour keys, but does not. `hasty`: refuses a post that it already has before it checks the
   * key.
   */
  wrong?: 'forgets' | 'hasty' | undefined;
}

/** Milliseconds for which `while` really knows a key: the promised time, and the duration of a call. */
const REMEMBERED = (REPEATABLE + 30) * 1000;

export class ModelService {
  readonly accepted: Accepted[] = [];
  readonly refused: Pick<Accepted, 'account' | 'text' | 'part'>[] = [];
  #nature: Nature;
  #tokens = new Map<string, { access: string; refresh: string }>();
  #tokenCount = 0;
  /** By id. */
  #uploads = new Map<string, string>();

  constructor(nature: Nature = {}) {
    this.#nature = nature;
  }

  /** A person signs in on the network's own page, which revokes earlier grants. */
  signIn(username: string): ConnectedAccount {
    const account = { id: username, name: username, username, avatarUrl: null };
    return { account, grant: { ...this.#grant(username) }, expiresAt: null };
  }

  /** Another tool of the account publishes the same text. */
  plant(account: string, text: string): void {
    const at = this.#now;
    const post = { id: `${account}-twin`, account, text, part: 'post', key: 'of another tool', media: [] };
    this.accepted.push({ ...post, sentAt: at, at, listedAt: at });
  }

  /** Expires the token early. */
  expire(username: string): void {
    const tokens = this.#tokens.get(username);
    if (tokens !== undefined) tokens.access = this.#generateToken();
  }

  /** A network that knows the key answers with the first post, even if it would now refuse the content. */
  refuse(call: Call): Answer {
    const { text, part } = postOf(call.body);
    if (this.#known(call) !== undefined) return this.receive(call);
    this.refused.push({ account: call.account, text, part });
    return { status: 422, body: {} };
  }

  /** `isVague`: the list answers that it does not know. */
  receive(call: Call, isVague = false): Answer {
    const { account, digest } = call;
    const what = `${call.method} ${call.path}`;
    if (what === 'POST /sign-in') return done(this.signIn(account));
    if (what === 'POST /token') return this.#refresh(call);
    if (this.#tokens.get(account)?.access !== call.token) return { status: 401, body: {} };
    if (what === 'POST /posts') return this.#post(call);
    if (what === 'GET /posts') return done(isVague ? {} : { posts: this.#list(account) });
    if (what === 'GET /home') return done({ post_to: this.#nature.home?.(account) });
    const kept = digest === undefined ? {} : { id: this.#keep(digest) };
    return done({ ready: this.#nature.isReady?.() ?? true, ...kept });
  }

  get #now(): number {
    return this.#nature.now?.() ?? Date.now();
  }

  #keep(digest: string): string {
    const id = `upload-${this.#uploads.size + 1}`;
    this.#uploads.set(id, digest);
    return id;
  }

  #list(account: string): Accepted[] {
    return this.accepted.filter((each) => each.account === account && each.listedAt <= this.#now);
  }

  #post(call: Call): Answer {
    const { account, sentAt } = call;
    const { text, part, key, media } = postOf(call.body);
    if (this.#nature.wrong === 'hasty' && this.accepted.some((each) => each.text === text))
      return { status: 422, body: {} };
    const known = this.#known(call);
    if (known !== undefined) return done({ id: known.id });
    const at = this.#now;
    const post = {
      id: `${account}-${this.accepted.length + 1}`,
      account,
      text,
      part,
      key,
      media: media.map((id) => this.#uploads.get(id) ?? 'never uploaded'),
      sentAt,
      at,
      listedAt: at + (this.#nature.hiddenFor?.() ?? 0),
    };
    this.accepted.push(post);
    this.#nature.isAccepted?.(post);
    return { status: 201, body: { id: post.id } };
  }

  #known({ account, body }: Call): Accepted | undefined {
    const { key } = postOf(body);
    const known = this.accepted.find((each) => each.account === account && each.key === key);
    return known !== undefined && this.#remembers(known) ? known : undefined;
  }

  #remembers({ account, at }: Accepted): boolean {
    const kind = kindOf(account);
    if (this.#nature.wrong === 'forgets') return false;
    return kind === 'key' || (kind === 'while' && this.#now - at < REMEMBERED);
  }

  /** Rotates: the used refresh token is void from now on. */
  #refresh({ account, body }: Call): Answer {
    if (this.#tokens.get(account)?.refresh !== textField(body, 'refresh'))
      return { status: 400, body: { error: 'invalid_grant' } };
    return done({ ...this.#grant(account), seconds: this.#nature.tokenLasts });
  }

  #grant(username: string) {
    const tokens = { access: this.#generateToken(), refresh: this.#generateToken() };
    this.#tokens.set(username, tokens);
    return tokens;
  }

  #generateToken(): string {
    this.#tokenCount += 1;
    return `token-${this.#tokenCount}`;
  }
}

/** An account's name begins with its kind: `key-1`. */
export function kindOf(account: string): Kind {
  return account.split('-')[0] as Kind;
}

function done(body: object): Answer {
  return { status: 200, body };
}

function postOf(body: unknown): { text: string; part: string; key: string; media: string[] } {
  const of = (name: string) => String(field(body, name));
  const media = field(body, 'media');
  return { text: of('text'), part: of('part'), key: of('key'), media: Array.isArray(media) ? media : [] };
}

/** The service over HTTP, with one account. */
export async function startModelFake(kind: Kind, wrong?: Nature['wrong']): Promise<Fake> {
  let lag = 0;
  const nature: Nature = { now: () => server.now().getTime(), hiddenFor: () => lag, wrong };
  const service = new ModelService(nature);
  const connected = service.signIn(`${kind}-1`);
  const server = await FakeServer.listen({
    isVisible: ({ method, path }) => method === 'POST' && path.endsWith('/posts'),
    expire: () => {
      service.expire(connected.account.id);
      return { status: 401, body: {} };
    },
    handle: ({ method, path, headers, json, body }) => {
      const [, account = '', name = ''] = path.split('/');
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      const isFile = name === 'uploads' && json === undefined && method === 'POST';
      const digest = isFile ? { digest: createHash('sha256').update(body).digest('hex') } : {};
      return service.receive({ account, method, path: `/${name}`, body: json, token, sentAt: 0, ...digest });
    },
  });
  return {
    server,
    credentials: { username: connected.account.id },
    ...connected,
    visible: () => service.accepted,
    shown: () =>
      service.accepted.map(({ id, account, text, media }) => ({
        id,
        url: `https://${account}.example/${id}`,
        text,
        media: media.map((sha256) => ({ sha256, alt: null })),
        settings: {},
      })),
    plant: ({ text }) => service.plant(connected.account.id, text),
    lag: (seconds) => {
      lag = seconds * 1000;
    },
  };
}
