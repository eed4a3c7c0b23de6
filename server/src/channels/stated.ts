/** Cleans what a network states about an account, before it is stored, shown or used in calculations. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { AccountLimits, LimitName, Limits, Span } from '@belfry/networks/core/limits.ts';
import type { Account, AccountState, ConnectedAccount, FreshGrant } from '@belfry/networks/core/network.ts';
import { isStatedId, statedAddress, statedLine, statedNumber } from '@belfry/networks/core/stated.ts';
import { Problem } from '../base/problem.ts';
import type { Config } from '../config/index.ts';
import { createGuard } from '../outbound/index.ts';

export interface ImageRules {
  config: Pick<Config, 'outboundAllow'>;
}
type Ctx = ImageRules;

/** Code points. A user name consists of a person's name (64), a sign and a server's name (253). */
const MAX_NAME = 200;
const MAX_USERNAME = 320;

/** The limits whose values are of this type. */
type LimitOf<Value> = {
  [Name in LimitName]-?: NonNullable<Limits[Name]>['value'] extends Value ? Name : never;
}[LimitName];

/** Minimum and maximum of each limit. A higher value counts as the maximum, a lower one as not stated. */
const ranges = {
  'text.max': [1, 1_000_000],
  'text.links': [0, 1000],
  'text.hashtags': [0, 1000],
  'text.mentions': [0, 1000],
  'text.max_bytes': [1, 10_000_000],
  'text.url_length': [0, 1000],
  'media.bytes': [1, 1e13],
  'media.max': [0, 1000],
  'media.min': [0, 1000],
  'images.max': [0, 1000],
  'videos.max': [0, 1000],
  'image.bytes': [1, 1e12],
  'animated.bytes': [1, 1e12],
  'animated.frames': [1, 1e6],
  'animated.pixels': [1, 1e12],
  'video.bytes': [1, 1e12],
  'image.pixels': [1, 1e10],
  'video.pixels': [1, 1e10],
  'image.side': [1, 1e6],
  'image.min_side': [1, 1e6],
  'video.side': [1, 1e6],
  'video.min_side': [1, 1e6],
  'video.seconds': [1, 1e6],
  'video.min_seconds': [0, 1e6],
  'alt.max': [0, 1_000_000],
} satisfies Record<LimitOf<number>, [number, number]>;

/** The same for both ends of a span. */
const spans = {
  'image.ratio': [0.001, 1000],
  'video.ratio': [0.001, 1000],
  'video.fps': [0.001, 1000],
} satisfies Record<LimitOf<Span>, Span>;

const MAX_TYPES = 50;
/** What the names in a list look like. */
const lists = {
  'image.types': /^(image|video)\/[a-z0-9][a-z0-9.+-]{0,99}$/i,
  'video.types': /^(image|video)\/[a-z0-9][a-z0-9.+-]{0,99}$/i,
  'video.codecs': /^[a-z0-9][a-z0-9._-]{0,39}$/i,
  'audio.codecs': /^[a-z0-9][a-z0-9._-]{0,39}$/i,
} satisfies Record<LimitOf<readonly string[]>, RegExp>;

const MAX_PEOPLE = 10;
const MAX_SCOPES = 100;
/** Code points. */
const MAX_SCOPE = 200;

/** Milliseconds. A shorter lifetime comes from a wrong clock and is raised to the minimum. A longer one counts as endless. */
const MIN_GRANT = 5 * 60_000;
const MAX_GRANT = 10 * 365 * 86_400_000;

/** UTF-16 units of a grant as JSON. Most have some hundred, and a worker keeps hundreds of grants in memory. */
const MAX_GRANT_LENGTH = 64 * 1024;

/** Throws `connect_refused` if the account's id cannot be stored, and otherwise as {@link fitGrant}. */
export function fitConnected(ctx: Ctx, connected: ConnectedAccount, now: Date): ConnectedAccount {
  const { account, limits = {}, login, people } = connected;
  if (login !== undefined && !isStatedId(login)) throw unstorable('login');
  return {
    ...connected,
    ...fitGrant(connected, now),
    ...(people !== undefined && { people: people.filter(isStatedId).slice(0, MAX_PEOPLE) }),
    account: fitAccount(ctx, account),
    limits: fitLimits(limits),
  };
}

function fitAccount(ctx: Ctx, { id, name, username, avatarUrl }: Account): Account {
  if (!isStatedId(id)) {
    throw unstorable('account');
  }
  const shownAs = statedLine(username, MAX_USERNAME) || statedLine(id, MAX_USERNAME);
  return {
    id,
    name: statedLine(name, MAX_NAME) || statedLine(shownAs, MAX_NAME),
    username: shownAs,
    avatarUrl: fitImageAddress(ctx, avatarUrl),
  };
}

function unstorable(whose: string): Problem {
  const message = `The id that the network uses for this ${whose} cannot be stored. Ask the operator of its server.`;
  return new Problem('connect_refused', { message });
}

/** Browsers load the image, so plain http is allowed only for servers that this service may call by plain http. */
export function fitImageAddress({ config }: ImageRules, stated: string | null): string | null {
  const address = statedAddress(stated);
  if (address === null || /^https:/i.test(address)) return address;
  const url = URL.parse(address);
  if (url === null) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return createGuard(config.outboundAllow).isPermitted(host, Number(url.port || 80)) ? address : null;
}

/** What `look` says of the account with this id. Throws as {@link fitConnected}. */
export function fitState(ctx: Ctx, accountId: string, stated: AccountState, now: Date): AccountState {
  const { limits, account, reconnectBy } = stated;
  return {
    ...(limits !== undefined && { limits: fitLimits(limits) }),
    ...(account !== undefined && { account: fitAccount(ctx, { ...account, id: accountId }) }),
    ...(reconnectBy !== undefined && { reconnectBy: fitMoment(reconnectBy, now, 0) }),
  };
}

export function fitLimits(stated: AccountLimits): AccountLimits {
  const entries = Object.entries(stated).map(([name, value]) => [name, fitLimit(name, value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function fitLimit(name: string, value: unknown): AccountLimits[LimitName] {
  if (name === 'media.mixed') return typeof value === 'boolean' ? value : undefined;
  if (name === 'scopes') return fitScopes(value);
  if (isIn(lists, name)) return fitList(value, lists[name]);
  if (isIn(spans, name)) return fitSpan(value, spans[name]);
  return isIn(ranges, name) ? statedNumber(value, ...(ranges[name] as [number, number])) : undefined;
}

function isIn<Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> {
  return Object.hasOwn(table, name);
}

function fitList(value: unknown, pattern: RegExp): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((name) => typeof name === 'string' && pattern.test(name)).slice(0, MAX_TYPES);
}

/** A scope that had to be changed would be a different one. */
function fitScopes(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isScope = (scope: unknown) =>
    typeof scope === 'string' && scope !== '' && statedLine(scope, MAX_SCOPE) === scope;
  return value.filter(isScope).slice(0, MAX_SCOPES);
}

function fitSpan(value: unknown, [least, most]: readonly number[]): Span | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [from, to] = value.map((end: unknown) =>
    typeof end === 'number' && end >= (least as number) ? Math.min(end, most as number) : undefined,
  );
  return from === undefined || to === undefined || from > to ? undefined : [from, to];
}

/** Throws a `rejected` {@link NetworkFault} if the grant is too large to store. */
export function fitGrant<Grant extends FreshGrant>(fresh: Grant, now: Date): Grant {
  const { grant, expiresAt, reconnectBy, refreshAt } = fresh;
  if (JSON.stringify(grant).length > MAX_GRANT_LENGTH) {
    const message = 'The network answered with a token that is too large to store.';
    throw new NetworkFault({ kind: 'rejected', message });
  }
  return {
    ...fresh,
    ...(expiresAt !== undefined && { expiresAt: fitMoment(expiresAt, now, MIN_GRANT) }),
    ...(reconnectBy !== undefined && { reconnectBy: fitMoment(reconnectBy, now, 0) }),
    // An earlier moment would make Belfry exchange the grant again and again.
    ...(refreshAt && { refreshAt: fitMoment(refreshAt, now, MIN_GRANT) ?? undefined }),
  };
}

function fitMoment(stated: Date | null, now: Date, minimum: number): Date | null {
  const left = stated === null ? Number.NaN : stated.getTime() - now.getTime();
  if (Number.isNaN(left) || left > MAX_GRANT) return null;
  return new Date(now.getTime() + Math.max(left, minimum));
}
