/** What stands behind the adapters: accounts, tokens, posts. Its log is the truth. */
import type { HttpRequest, HttpResponse } from '../../networks/core/http.ts';
import { field, textField } from '../../networks/core/json.ts';
import type { Joined } from '../../networks/core/network.ts';
import type { Random } from '../random.ts';
import type { Kind } from './adapter.ts';
import { REPEATABLE } from './adapter.ts';
import type { Agenda } from './agenda.ts';
import type { Trace } from './trace.ts';

/** A post, a second part or a comment that the public can see. */
export interface Accepted {
  id: string;
  account: string;
  /** As a person wrote it: `post 3 v2`. */
  text: string;
  part: string;
  key: string;
  /** Of each file, in order: what its bytes come to. */
  media: readonly string[];
  /** Milliseconds: when the worker sent it, when the network took it, when its list shows it. */
  sentAt: number;
  at: number;
  listedAt: number;
}

interface Account {
  access: string;
  refresh: string;
}

/** A call on its way. */
export interface Call {
  account: string;
  method: string;
  path: string;
  body: unknown;
  token: string;
  sentAt: number;
  /** Of a file: what its bytes come to. */
  digest?: string;
}

/** Seconds for which `while` really knows a key: its promise, and a call's way. */
const REMEMBERED = REPEATABLE + 30;
const LONGEST_HIDDEN = 4000;

export class Networks {
  readonly accepted: Accepted[] = [];
  readonly refused: Pick<Accepted, 'account' | 'text' | 'part'>[] = [];
  #accounts = new Map<string, Account>();
  #agenda: Pick<Agenda, 'now'>;
  #random: Random;
  #trace: Pick<Trace, 'tell'>;
  #drawn = 0;
  /** By id. */
  #uploads = new Map<string, string>();

  constructor(agenda: Pick<Agenda, 'now'>, random: Random, trace: Pick<Trace, 'tell'>) {
    this.#agenda = agenda;
    this.#random = random;
    this.#trace = trace;
  }

  /** A person signs in, at the network's own page: what was granted before is void. */
  signIn(username: string): Joined {
    const grant = this.#grant(username);
    const account = { id: username, name: username, username, avatarUrl: null };
    return { account, grant: { ...grant }, expiresAt: null };
  }

  /** The token dies before its time. */
  expire(username: string): void {
    const account = this.#accounts.get(username);
    if (account !== undefined) account.access = this.#draw();
  }

  /** A network that knows the key says so, whatever it thinks of the content by now. */
  refuse(call: Call): HttpResponse {
    const { account, body } = call;
    const { text, part } = postOf(body);
    if (this.#known(call) !== undefined) return this.receive(call, false);
    this.refused.push({ account, text, part });
    return answer(422, {});
  }

  /** `isVague`: the list says that it cannot tell. */
  receive(call: Call, isVague: boolean): HttpResponse {
    if (call.path === '/tokens') return this.#refresh(call);
    if (this.#accounts.get(call.account)?.access !== call.token) return answer(401, {});
    if (call.path === '/uploads') {
      const kept = call.digest === undefined ? {} : { id: this.#keep(call.digest) };
      return answer(200, { ready: this.#random() < 0.5, ...kept });
    }
    if (call.method === 'POST') return this.#post(call);
    return answer(200, isVague ? {} : { posts: this.#list(call.account) });
  }

  #keep(digest: string): string {
    const id = `upload-${this.#uploads.size + 1}`;
    this.#uploads.set(id, digest);
    return id;
  }

  #list(account: string) {
    return this.accepted.filter((each) => each.account === account && each.listedAt <= this.#agenda.now);
  }

  #post(call: Call): HttpResponse {
    const { account, body, sentAt } = call;
    const { text, part, key, media } = postOf(body);
    const known = this.#known(call);
    if (known !== undefined) return answer(200, { id: known.id });
    const { now } = this.#agenda;
    const listedAt = now + this.#random() * LONGEST_HIDDEN;
    const entry = {
      id: `${account}-${this.accepted.length + 1}`,
      account,
      text,
      part,
      key,
      media: media.map((id) => this.#uploads.get(id) ?? 'never uploaded'),
      sentAt,
      at: now,
      listedAt,
    };
    this.accepted.push(entry);
    this.#trace.tell(account, `ACCEPTED ${text} (${part}) as ${entry.id}`, aboutOf(text, account));
    return answer(201, { id: entry.id });
  }

  #known({ account, body }: Call): Accepted | undefined {
    const { key } = postOf(body);
    const known = this.accepted.find((each) => each.account === account && each.key === key);
    return known !== undefined && this.#remembers(known) ? known : undefined;
  }

  #remembers({ account, at }: Accepted): boolean {
    const kind = kindOf(account);
    return kind === 'key' || (kind === 'while' && this.#agenda.now - at < REMEMBERED * 1000);
  }

  #refresh({ account, body }: Call): HttpResponse {
    if (this.#accounts.get(account)?.refresh !== textField(body, 'refresh')) return answer(400, {});
    return answer(200, { ...this.#grant(account), seconds: 600 });
  }

  #grant(username: string): Account {
    const account = { access: this.#draw(), refresh: this.#draw() };
    this.#accounts.set(username, account);
    return account;
  }

  #draw(): string {
    this.#drawn += 1;
    return `token-${this.#drawn}`;
  }
}

export function callOf({ method, url, headers, body }: HttpRequest, sentAt: number): Call {
  const { hostname, pathname } = new URL(url);
  const account = hostname.replace(/\.example$/, '');
  const token = headers?.['authorization']?.replace('Bearer ', '') ?? '';
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : {};
  return { account, method, path: pathname, body: parsed, token, sentAt };
}

/** The target that a call is about, where it is about one. */
export function aboutCall({ account, body }: Call): string | undefined {
  const text = textField(body, 'text');
  return text === undefined ? undefined : aboutOf(text, account);
}

/** `post 3 v2` on `key-1` → `post 3 on key-1`. */
export function aboutOf(text: string, account: string): string {
  return `${text.replace(/ v\d+$/, '')} on ${account}`;
}

export function kindOf(account: string): Kind {
  return account.replace(/-\d+$/, '') as Kind;
}

function postOf(body: unknown): { text: string; part: string; key: string; media: string[] } {
  const of = (name: string) => String(field(body, name));
  const media = field(body, 'media');
  return { text: of('text'), part: of('part'), key: of('key'), media: Array.isArray(media) ? media : [] };
}

export function answer(status: number, json: unknown, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, text: JSON.stringify(json), json };
}
