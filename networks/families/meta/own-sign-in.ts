/** The sign-in of a network itself, as Instagram and Threads have it. It connects one account, for 60 days at a time. */
import { addressOf } from '../../core/hosts.ts';
import { type JsonObject, textField } from '../../core/json.ts';
import type {
  Account,
  Caller,
  ConnectedAccount,
  FreshGrant,
  OAuthCaller,
  Session,
} from '../../core/network.ts';
import type { OAuth2 } from '../../core/oauth2.ts';
import { withTier } from '../../core/tiers.ts';
import { listScopes, type MetaApp, readKeys, type ScopesOf } from './app.ts';
import {
  beginAt,
  datesOf,
  exchangeCode,
  readToken,
  requireScopes,
  signInFaults,
  type TokenAnswer,
} from './sign-in.ts';
import { namePeople } from './withdrawal.ts';

export interface OwnSignIn {
  by: 'instagram' | 'threads';
  /** The address of the API. */
  origin: string;
  /** Before the names of the exchanges, such as "ig_exchange_token". */
  prefix: 'ig' | 'th';
  scopesOf: ScopesOf;
  flow(caller: Caller<MetaApp>, scopes: readonly string[]): OAuth2;
  /** What the person allowed, by the answer with the token of an hour. */
  readScopes(answer: unknown, asked: string[]): string[];
  /** `ids`: all by which Meta may name the person. */
  readPerson(
    token: string,
    caller: Caller<MetaApp>,
  ): Promise<{ account: Account; ids: (string | undefined)[] }>;
}

type OwnGrant = { access: string; scopes: string[] };

export function beginOwn(own: OwnSignIn, caller: OAuthCaller<MetaApp>) {
  return beginAt(own.flow(caller, listScopes(caller.app, own.scopesOf)), own.by, caller);
}

export async function finishOwn(
  own: OwnSignIn,
  params: Record<string, string>,
  secret: JsonObject,
  caller: Caller<MetaApp>,
): Promise<ConnectedAccount<OwnGrant>> {
  const { client_id, client_secret } = readKeys(caller.app, own.by);
  const short = await exchangeCode(own.flow(caller, []), own.by, params, secret, caller);
  const scopes = own.readScopes(short.json, listScopes(caller.app, own.scopesOf));
  requireScopes(own.scopesOf, scopes);
  const fields = { grant_type: `${own.prefix}_exchange_token`, client_secret, access_token: short.access };
  const long = await requestLongLived(own, 'access_token', fields, caller);
  const { account, ids } = await own.readPerson(long.access, caller);
  return {
    account,
    people: namePeople(client_id, ...ids),
    grant: { access: long.access, scopes },
    limits: { scopes: withTier(scopes, caller.app) },
    ...datesOf(long, caller.now()),
  };
}

/** Exchanges the token of 60 days for a new one. */
export async function renewOwn<Grant extends OwnGrant>(
  own: OwnSignIn,
  session: Session<Grant, MetaApp>,
): Promise<FreshGrant<Grant>> {
  const { grant } = session;
  const fields = { grant_type: `${own.prefix}_refresh_token`, access_token: grant.access };
  const answer = await requestLongLived(own, 'refresh_access_token', fields, session);
  return { grant: { ...grant, access: answer.access }, ...datesOf(answer, session.now()) };
}

/** A token of 60 days, for that of an hour or for an older one. */
async function requestLongLived(
  { flow, origin }: OwnSignIn,
  path: string,
  fields: Record<string, string>,
  caller: Caller<MetaApp>,
): Promise<TokenAnswer> {
  const url = `${addressOf(caller, origin)}/${path}?${new URLSearchParams(fields)}`;
  const table = signInFaults(flow(caller, []).name, 'reconnect');
  return readToken(await caller.http({ method: 'GET', url }), table, caller);
}

/** `picture`: the field with the address of the picture. */
export function readAccount(json: unknown, id: string | undefined, picture: string): Account | undefined {
  if (id === undefined) return undefined;
  const username = textField(json, 'username') ?? id;
  const avatarUrl = textField(json, picture) ?? null;
  return { id, username, name: textField(json, 'name') ?? username, avatarUrl };
}
