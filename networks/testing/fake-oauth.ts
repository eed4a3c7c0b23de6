/** The OAuth 2.0 half of a fake network: the sign-in page and the token endpoint, both strict. */
import { createHash, randomUUID } from 'node:crypto';
import type { FakeRequest, FakeResponse } from './fake-server.ts';

export interface FakeOAuthOptions {
  clientAuth: 'basic' | 'body';
  /** Every scope that an app may ask for. */
  scopes: readonly string[];
  separator?: string;
  /** True: a sign-in without PKCE is refused. A challenge that is given is always checked. */
  needsPkce?: boolean;
  /** Parameters that the sign-in page must have, with their values. */
  extra?: Readonly<Record<string, string>>;
  /** Seconds for which a code is valid. Default: 60. */
  codeSeconds?: number;
  /** Seconds for which an access token is valid. Default: for ever. */
  accessSeconds?: number;
  /** Refresh tokens: none (default), the first one for ever, or a new one at each use. */
  refresh?: 'kept' | 'rotated';
  now?(): Date;
  makeToken?(): string;
}

interface Signed {
  scope: string;
  clientId: string;
}

interface Code extends Signed {
  query: URLSearchParams;
  /** Milliseconds. */
  endsAt: number;
}

export interface FakeApp {
  secret: string;
  redirectUri: string;
  /** What this app may ask for. Default: all scopes. */
  scopes?: readonly string[];
}

export class FakeOAuth {
  /** Registered apps, by client id. */
  readonly apps = new Map<string, FakeApp>();
  /** Scopes that the person does not allow. */
  readonly denied = new Set<string>();
  #options: FakeOAuthOptions;
  #codes = new Map<string, Code>();
  /** By token: the end in milliseconds. */
  #accesses = new Map<string, number>();
  #refreshes = new Map<string, Signed>();

  constructor(options: FakeOAuthOptions) {
    this.#options = options;
  }

  /** True if the request has a valid access token. */
  isSignedIn({ headers }: Pick<FakeRequest, 'headers'>): boolean {
    const [, token = ''] = headers.authorization?.match(/^Bearer (\S+)$/) ?? [];
    return (this.#accesses.get(token) ?? 0) > this.#now;
  }

  /** Ends all access tokens; refresh tokens stay. */
  expireAccess(): void {
    this.#accesses.clear();
  }

  /** The person removes the app from the account. */
  endSignIns(): void {
    this.#accesses.clear();
    this.#refreshes.clear();
  }

  /** The page: the person signs in and agrees at once. */
  authorize(query: URLSearchParams): FakeResponse {
    const { scopes, separator = ' ', extra = {}, needsPkce, codeSeconds = 60 } = this.#options;
    const clientId = query.get('client_id') ?? '';
    const app = this.apps.get(clientId);
    if (app === undefined) return refuse(401, 'invalid_client');
    if (query.get('redirect_uri') !== app.redirectUri) return refuse(400, 'redirect_uri_mismatch');
    if (query.get('response_type') !== 'code') return refuse(400, 'unsupported_response_type');
    if (new Set(query.keys()).size !== [...query.keys()].length) return refuse(400, 'invalid_request');
    const wanted = query.get('scope')?.split(separator) ?? [];
    const allowed = app.scopes ?? scopes;
    if (wanted.some((scope) => !allowed.includes(scope))) return refuse(400, 'invalid_scope');
    const isPlain = query.get('code_challenge') === null;
    if (isPlain ? needsPkce : query.get('code_challenge_method') !== 'S256')
      return refuse(400, 'invalid_request');
    if (Object.entries(extra).some(([name, value]) => query.get(name) !== value))
      return refuse(400, 'invalid_request');
    const code = randomUUID();
    const scope = wanted.filter((each) => !this.denied.has(each)).join(separator);
    this.#codes.set(code, { query, scope, clientId, endsAt: this.#now + codeSeconds * 1000 });
    const back = new URLSearchParams({ code, state: query.get('state') ?? '' });
    return { status: 302, headers: { location: `${app.redirectUri}?${back}` } };
  }

  token(request: FakeRequest): FakeResponse {
    const clientId = this.authenticate(request);
    if (clientId === undefined) return refuse(401, 'invalid_client', 'Client authentication failed.');
    const form = readForm(request);
    const type = form.get('grant_type');
    if (type === 'authorization_code') return this.#exchange(form, clientId);
    if (type === 'refresh_token' && this.#options.refresh !== undefined) return this.#refresh(form, clientId);
    return refuse(400, 'unsupported_grant_type');
  }

  revoke(request: FakeRequest): FakeResponse {
    if (this.authenticate(request) === undefined) return refuse(401, 'invalid_client');
    const token = readForm(request).get('token') ?? '';
    this.#accesses.delete(token);
    this.#refreshes.delete(token);
    return { status: 200, body: {} };
  }

  /** A grant as a sign-in of this app would give it. */
  issue(clientId: string, scope = this.#options.scopes.join(this.#options.separator ?? ' ')) {
    return this.#issue({ clientId, scope });
  }

  /** The id of the app that sent the request; undefined if its secret, or the place of the secret, is wrong. */
  authenticate(request: FakeRequest): string | undefined {
    const form = readForm(request);
    const [, basic = ''] = request.headers.authorization?.match(/^Basic (\S+)$/) ?? [];
    const inHeader = atob(basic)
      .split(':')
      .map((part) => new URLSearchParams(`x=${part}`).get('x'));
    const inBody = [form.get('client_id'), form.get('client_secret')];
    const isBasic = this.#options.clientAuth === 'basic';
    const [id, secret] = isBasic ? inHeader : inBody;
    const isInBoth = isBasic ? form.has('client_secret') : basic !== '';
    return id && !isInBoth && this.apps.get(id)?.secret === secret ? id : undefined;
  }

  #exchange(form: URLSearchParams, clientId: string): FakeResponse {
    const code = form.get('code') ?? '';
    const asked = this.#codes.get(code);
    this.#codes.delete(code);
    if (asked === undefined || asked.clientId !== clientId || asked.endsAt <= this.#now)
      return refuse(400, 'invalid_grant', 'The code is invalid.');
    if (form.get('redirect_uri') !== asked.query.get('redirect_uri')) return refuse(400, 'invalid_grant');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const wanted = asked.query.get('code_challenge');
    if (wanted !== null && wanted !== challenge)
      return refuse(400, 'invalid_grant', 'The verifier is wrong.');
    return { status: 200, body: this.#issue(asked) };
  }

  #refresh(form: URLSearchParams, clientId: string): FakeResponse {
    const token = form.get('refresh_token') ?? '';
    const signed = this.#refreshes.get(token);
    if (signed?.clientId !== clientId)
      return refuse(400, 'invalid_grant', 'Token has been expired or revoked.');
    if (this.#options.refresh === 'rotated') this.#refreshes.delete(token);
    const { refresh_token, ...answer } = this.#issue(signed);
    if (this.#options.refresh === 'rotated') return { status: 200, body: { ...answer, refresh_token } };
    if (refresh_token !== undefined) this.#refreshes.delete(refresh_token);
    return { status: 200, body: answer };
  }

  #issue(signed: Signed) {
    const { accessSeconds, makeToken = randomUUID, refresh } = this.#options;
    const access_token = makeToken();
    const ends = accessSeconds === undefined ? Number.POSITIVE_INFINITY : this.#now + accessSeconds * 1000;
    this.#accesses.set(access_token, ends);
    const refresh_token = refresh && randomUUID();
    if (refresh_token !== undefined) this.#refreshes.set(refresh_token, signed);
    return {
      access_token,
      token_type: 'Bearer',
      scope: signed.scope,
      ...(accessSeconds !== undefined && { expires_in: accessSeconds }),
      ...(refresh_token !== undefined && { refresh_token }),
    };
  }

  get #now(): number {
    return (this.#options.now?.() ?? new Date()).getTime();
  }
}

function readForm({ headers, body }: FakeRequest): URLSearchParams {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return new URLSearchParams(isForm ? body.toString() : '');
}

function refuse(status: number, error: string, error_description?: string): FakeResponse {
  return { status, body: { error, ...(error_description !== undefined && { error_description }) } };
}
