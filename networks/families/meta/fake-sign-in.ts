/** A fake sign-in of Meta: a page, a code, a token of an hour, and a token of 60 days. */
import { randomUUID } from 'node:crypto';
import { field } from '../../core/json.ts';
import { FakeOAuth } from '../../testing/fake-oauth.ts';
import type { FakeRequest, FakeResponse } from '../../testing/fake-server.ts';

export interface FakeToken {
  kind: 'short' | 'long' | 'page';
  scopes: string[];
  /** Milliseconds. */
  issuedAt: number;
  endsAt: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export class FakeSignIn {
  readonly oauth: FakeOAuth;
  readonly tokens = new Map<string, FakeToken>();
  readonly #now: () => Date;

  constructor(scopes: readonly string[], now: () => Date, extra: Record<string, string> = {}) {
    this.#now = now;
    this.oauth = new FakeOAuth({ clientAuth: 'body', scopes, separator: ',', extra, now });
  }

  /** A token that this sign-in could have given. */
  issue(kind: FakeToken['kind'], scopes: string[]): string {
    const issuedAt = this.#now().getTime();
    const lasts = { short: hourMs, long: 60 * dayMs, page: Number.POSITIVE_INFINITY };
    const token = `token-${kind}-${randomUUID()}`;
    this.tokens.set(token, { kind, scopes, issuedAt, endsAt: issuedAt + lasts[kind] });
    return token;
  }

  /** The token, if it is valid. */
  find(token: string): FakeToken | undefined {
    const found = this.tokens.get(token);
    return found && found.endsAt > this.#now().getTime() ? found : undefined;
  }

  /** Exchanges a code; `undefined` with the OAuth error if it is refused. */
  exchangeCode(request: FakeRequest): { token: string; scopes: string[] } | { error: string } {
    const { status, body } = this.oauth.token(request);
    if (status !== 200) return { error: String(field(body, 'error')) };
    const scopes = String(field(body, 'scope')).split(',');
    return { token: this.issue('short', scopes), scopes };
  }

  /** Exchanges a token of an hour for one of 60 days. */
  lengthen(token: string): { token: string; seconds: number } | undefined {
    const short = this.find(token);
    if (short?.kind !== 'short') return undefined;
    return { token: this.issue('long', short.scopes), seconds: (60 * dayMs) / 1000 };
  }

  /** Exchanges a token of 60 days, which must be a day old. */
  renew(token: string): { token: string; seconds: number } | undefined {
    const long = this.find(token);
    if (long?.kind !== 'long' || this.#now().getTime() - long.issuedAt < dayMs) return undefined;
    return { token: this.issue('long', long.scopes), seconds: (60 * dayMs) / 1000 };
  }

  /** Answers of a token. */
  describe({ token, seconds }: { token: string; seconds: number }): FakeResponse {
    return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: seconds } };
  }
}
