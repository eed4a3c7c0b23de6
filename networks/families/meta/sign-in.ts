/** The sign-ins of Meta: a page, a code, a token of an hour, and a token of 60 days. */

import { NetworkFault } from '../../core/fault.ts';
import { type FaultTable, readFault } from '../../core/faults.ts';
import type { HttpResponse } from '../../core/http.ts';
import { field, type JsonObject, textField } from '../../core/json.ts';
import type { Caller, FreshGrant, OAuthCaller } from '../../core/network.ts';
import { beginSignIn, type OAuth2, requestToken, requireCode } from '../../core/oauth2.ts';
import { awaitsOperator } from '../../core/operator.ts';
import { type MetaApp, readKeys, type ScopesOf, type SignIn } from './app.ts';

/** What the sign-in pages of Meta have in common. */
export const metaFlow = { separator: ',', pkce: false, clientAuth: 'body' } as const;

/** The address of a sign-in page. Without PKCE, only the address of the redirect must be kept. */
export function beginAt(flow: OAuth2, by: SignIn, caller: OAuthCaller<MetaApp>) {
  const { authorizeUrl, secret } = beginSignIn(flow, readKeys(caller.app, by), caller);
  return { authorizeUrl, secret: { redirect_uri: secret.redirect_uri } };
}

/** Throws `rejected` if the person has not allowed all that is needed. */
export function requireScopes({ needed }: ScopesOf, scopes: readonly string[]): void {
  const missing = needed.find((scope) => !scopes.includes(scope));
  if (missing !== undefined)
    throw new NetworkFault({
      kind: 'rejected',
      message: 'Belfry may not do all that it needs. Start again, and allow everything that is asked.',
      networkCode: missing,
    });
}

/** An answer of a token endpoint. */
export interface TokenAnswer {
  access: string;
  /** Seconds; undefined if Meta did not say. */
  seconds: number | undefined;
  /** The whole answer, for what only one network has in it. */
  json: unknown;
}

/** Exchanges the code of the redirect back for a token of an hour. Throws `rejected` if the person denied. */
export async function exchangeCode(
  flow: OAuth2,
  by: SignIn,
  params: Record<string, string>,
  secret: JsonObject,
  caller: Caller<MetaApp>,
): Promise<TokenAnswer> {
  const keys = readKeys(caller.app, by);
  const code = requireCode(params);
  const redirect_uri = String(secret.redirect_uri);
  const fields = { grant_type: 'authorization_code', redirect_uri, code: code.replace(/#_$/, '') };
  const response = await requestToken(flow, keys, { ...caller, app: undefined }, fields);
  return readToken(response, signInFaults(flow.name, 'rejected'), caller);
}

export function readToken(
  response: HttpResponse,
  table: FaultTable,
  { now }: Pick<Caller, 'now'>,
): TokenAnswer {
  // Instagram documents a list with one answer, and sends the answer itself.
  const json = field(response.json, 'data', 0) ?? response.json;
  const access = textField(json, 'access_token');
  if (response.status !== 200 || access === undefined) throw readFault(table, response, now());
  const seconds = field(json, 'expires_in');
  return { access, seconds: typeof seconds === 'number' && seconds > 0 ? seconds : undefined, json };
}

const sixtyDays = 60 * 86_400;

/** When a token of 60 days ends. It is exchanged at half of that; an exchange is possible after a day. */
export function datesOf(
  { seconds = sixtyDays }: TokenAnswer,
  now: Date,
): Pick<FreshGrant, 'expiresAt' | 'refreshAt' | 'reconnectBy'> {
  const after = (part: number) => new Date(now.getTime() + part * seconds * 1000);
  return { expiresAt: after(1), refreshAt: after(0.5), reconnectBy: after(1) };
}

/** How errors of the token endpoints become faults. Instagram has two forms of them. */
export function signInFaults(name: string, refusal: 'rejected' | 'reconnect'): FaultTable {
  return {
    name,
    rows: [
      { status: 429, means: 'throttled' },
      { code: ['4', '17', '613'], means: 'throttled', wait: 3600 },
      {
        words: /client.?secret|client.?id|app.?id|platform app|validating application/i,
        ...awaitsOperator,
        hint: `${name} does not accept the app of this installation. Its operator must correct the keys.`,
      },
      { code: ['1', '2'], means: 'unknown', hint: `${name} had a failure of its own.` },
      {
        words: /\S/,
        means: refusal,
        hint:
          refusal === 'rejected'
            ? `${name} did not complete the sign-in. Start again.`
            : `${name} no longer accepts this sign-in.`,
      },
    ],
    code: ({ json }) => {
      const code = field(json, 'error', 'code') ?? field(json, 'code');
      return typeof code === 'number' ? String(code) : undefined;
    },
    words: ({ json }) => textField(json, 'error', 'message') ?? textField(json, 'error_message'),
  };
}
