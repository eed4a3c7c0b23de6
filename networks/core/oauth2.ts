/**
 * Signing in by OAuth 2.0 (RFC 6749), with PKCE (RFC 7636). A network states its differences as data; this file makes
 * the calls and reads the answers.
 */
import { createHash, randomBytes } from 'node:crypto';
import { faultIn, NetworkFault, refuse } from './fault.ts';
import { type FaultTable, readFault } from './faults.ts';
import type { HttpResponse } from './http.ts';
import { field, textField } from './json.ts';
import type { Caller, OAuthCaller } from './network.ts';
import { operatorsWait } from './operator.ts';

export interface OAuth2 {
  /** The network's name, as in "Mastodon answered 503." */
  name: string;
  /** Address of the sign-in page. Adapters with fixed addresses pass each of them through `addressOf`. */
  authorize: string;
  token: string;
  revoke?: string;
  scopes: readonly string[];
  /** Between two scopes. Default: a space. */
  separator?: string;
  /** False only if the network refuses the parameters of PKCE. Networks without PKCE ignore them. */
  pkce?: false;
  /** Where the app's id and secret go: into the header `Authorization`, or into the body. */
  clientAuth: 'basic' | 'body';
  /** The network's own names of standard fields, such as `{ client_id: 'client_key' }`. */
  names?: Readonly<Record<string, string>>;
  /** Further parameters of the sign-in page. */
  extra?: Readonly<Record<string, string>>;
}

export type OAuth2App = { client_id: string; client_secret: string };

/** Stored from the beginning of a sign-in to its end. */
export type OAuth2Secret = { redirect_uri: string; verifier: string };

export interface Tokens {
  access: string;
  /** Undefined if the network gave none. */
  refresh: string | undefined;
  /** Null if the network did not say. */
  expiresAt: Date | null;
  /** Undefined if the network did not say: then all that were asked for. */
  scopes: string[] | undefined;
  /** The whole answer, for what a network adds to the standard. */
  answer: unknown;
}

/** The address of the sign-in page, and what {@link finishSignIn} needs. */
export function beginSignIn(
  flow: OAuth2,
  { client_id }: Pick<OAuth2App, 'client_id'>,
  { redirectUri, state }: Pick<OAuthCaller, 'redirectUri' | 'state'>,
): { authorizeUrl: string; secret: OAuth2Secret } {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const query = encode(flow, {
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri,
    scope: flow.scopes.join(flow.separator ?? ' '),
    state,
    ...(flow.pkce !== false && challenge),
    ...flow.extra,
  });
  return { authorizeUrl: `${flow.authorize}?${query}`, secret: { redirect_uri: redirectUri, verifier } };
}

/** Exchanges the code of the redirect back. Throws `rejected` if the person denied, or must start again. */
export async function finishSignIn(
  flow: OAuth2,
  app: OAuth2App,
  params: Record<string, string>,
  { redirect_uri, verifier }: OAuth2Secret,
  caller: Caller,
): Promise<Tokens> {
  const code = requireCode(params);
  const response = await requestToken(flow, app, caller, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    ...(flow.pkce !== false && { code_verifier: verifier }),
  });
  const isRefused = response.status >= 400 && response.status < 500;
  const tokens = readTokens(response, caller.now());
  if (tokens !== undefined) return tokens;
  const fault = readFault(tokenFaults(flow.name), response, caller.now());
  if (!isRefused || faultIn(fault, 'throttled')) throw fault;
  throw refuse(`${flow.name} did not complete the sign-in. Start again. ${wordsOf(response)}`);
}

/** The code of the redirect back. Throws `rejected`, in the network's words if it has some, if the person denied. */
export function requireCode({ code, error = '', error_description = '' }: Record<string, string>): string {
  if (code !== undefined) return code;
  const message = `The sign-in was denied. ${error_description}`;
  throw new NetworkFault({ kind: 'rejected', message, networkCode: error });
}

/** Exchanges a refresh token. `refresh` of the result is the token to use next, which may be the same. */
export async function refreshTokens(
  flow: OAuth2,
  app: OAuth2App,
  refresh: string,
  caller: Caller,
): Promise<Tokens> {
  const fields = { grant_type: 'refresh_token', refresh_token: refresh };
  const response = await requestToken(flow, app, caller, fields);
  const tokens = readTokens(response, caller.now());
  if (tokens === undefined) throw readFault(tokenFaults(flow.name), response, caller.now());
  return { ...tokens, refresh: tokens.refresh ?? refresh };
}

/** Ends a token at the network (RFC 7009), which answers 200 for an unknown one too. */
export async function revokeToken(
  flow: OAuth2 & { revoke: string },
  app: OAuth2App,
  token: string,
  caller: Caller,
): Promise<void> {
  const response = await postForm(flow, app, caller, flow.revoke, { token });
  if (response.status !== 200) throw readFault(tokenFaults(flow.name), response, caller.now());
}

/** Asks the token endpoint. The answer may be an error. */
export function requestToken(
  flow: OAuth2,
  app: OAuth2App,
  caller: Caller,
  fields: Record<string, string>,
): Promise<HttpResponse> {
  return postForm(flow, app, caller, flow.token, fields);
}

function postForm(
  flow: OAuth2,
  { client_id, client_secret }: OAuth2App,
  caller: Caller,
  url: string,
  fields: Record<string, string>,
): Promise<HttpResponse> {
  const isBasic = flow.clientAuth === 'basic';
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(isBasic && { authorization: `Basic ${btoa(`${quote(client_id)}:${quote(client_secret)}`)}` }),
  };
  const body = encode(flow, { ...fields, ...(!isBasic && { client_id, client_secret }) });
  return caller.http({ method: 'POST', url, headers, body });
}

function encode({ names = {} }: OAuth2, fields: Record<string, string>): string {
  const renamed = Object.entries(fields).map(([name, value]) => [names[name] ?? name, value] as const);
  return new URLSearchParams(Object.fromEntries(renamed)).toString();
}

/** As in a form: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function quote(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** Characters. An answer may have megabytes. */
const longestScopes = 10_000;

function readTokens({ status, json }: HttpResponse, now: Date): Tokens | undefined {
  const access = textField(json, 'access_token');
  if (status !== 200 || access === undefined) return undefined;
  const seconds = field(json, 'expires_in');
  return {
    access,
    refresh: textField(json, 'refresh_token'),
    expiresAt: typeof seconds === 'number' ? new Date(now.getTime() + seconds * 1000) : null,
    scopes: textField(json, 'scope')
      ?.slice(0, longestScopes)
      .split(/[\s,]+/),
    answer: json,
  };
}

/** How errors of a token endpoint become faults: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function tokenFaults(name: string): FaultTable {
  return {
    name,
    rows: [
      { status: 429, means: 'throttled' },
      { code: 'invalid_grant', means: 'reconnect', hint: `${name} no longer accepts this sign-in.` },
      {
        code: ['invalid_client', 'unauthorized_client'],
        means: 'throttled',
        cause: 'operator',
        wait: operatorsWait,
        hint: `${name} does not accept the app of this installation. Its operator must correct the keys.`,
      },
    ],
    code: ({ json }) => textField(json, 'error'),
    words: wordsOf,
  };
}

function wordsOf({ json }: HttpResponse): string {
  return textField(json, 'error_description') ?? '';
}
