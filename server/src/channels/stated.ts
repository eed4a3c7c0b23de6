/** What a network states of an account, before any of it is stored, shown or calculated with. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { AccountLimits, LimitName } from '@belfry/networks/core/limits.ts';
import type { Account, ConnectedAccount, FreshGrant } from '@belfry/networks/core/network.ts';
import { isStatedId, statedAddress, statedLine, statedNumber } from '@belfry/networks/core/stated.ts';
import type { Config } from '../config.ts';
import { createGuard } from '../outbound/addresses.ts';
import { Problem } from '../problem.ts';

type Ctx = { config: Pick<Config, 'outboundAllow'> };

/** Code points. A user name holds that of a person (64), a sign and that of a server (253). */
const LONGEST_NAME = 200;
const LONGEST_USERNAME = 320;

/** Least and most of each figure. What is more counts as the most, what is less as not said. */
const ranges = {
  'text.max': [1, 1_000_000],
  'text.max_bytes': [1, 10_000_000],
  'text.url_length': [0, 1000],
  'media.max': [0, 1000],
  'media.min': [0, 1000],
  'images.max': [0, 1000],
  'videos.max': [0, 1000],
  'image.bytes': [1, 1e12],
  'video.bytes': [1, 1e12],
  'image.pixels': [1, 1e10],
  'video.pixels': [1, 1e10],
  'image.side': [1, 1e6],
  'video.seconds': [1, 1e6],
  'alt.max': [0, 1_000_000],
} satisfies { [Name in LimitName]?: [number, number] };

const MOST_TYPES = 50;
const TYPE = /^(image|video)\/[a-z0-9][a-z0-9.+-]{0,99}$/i;

/** Milliseconds. A grant that ends sooner was dated by another clock, one that ends later does not end. */
const SHORTEST_GRANT = 5 * 60_000;
const LONGEST_GRANT = 10 * 365 * 86_400_000;

/** UTF-16 units as JSON. A worker holds the grants of hundreds of channels at once; tokens have some hundred. */
const LONGEST_SIGN_IN = 64 * 1024;

/** Throws `connect_refused` where the account has no id that can be kept, or as {@link fitGrant}. */
export function fitConnected(ctx: Ctx, joined: ConnectedAccount, now: Date): ConnectedAccount {
  const { account, limits = {} } = joined;
  return {
    ...joined,
    ...fitGrant(joined, now),
    account: fitAccount(ctx, account),
    limits: fitLimits(limits),
  };
}

function fitAccount(ctx: Ctx, { id, name, username, avatarUrl }: Account): Account {
  if (!isStatedId(id)) {
    const message =
      'The network names this account by an id that cannot be kept: ask those who run its server.';
    throw new Problem('connect_refused', { message });
  }
  const shownAs = statedLine(username, LONGEST_USERNAME) || statedLine(id, LONGEST_USERNAME);
  return {
    id,
    name: statedLine(name, LONGEST_NAME) || statedLine(shownAs, LONGEST_NAME),
    username: shownAs,
    avatarUrl: fitAvatar(ctx, avatarUrl),
  };
}

/** People load it in their browsers: plain http only from where this service calls by plain http too. */
function fitAvatar({ config }: Ctx, stated: string | null): string | null {
  const address = statedAddress(stated);
  if (address === null || /^https:/i.test(address)) return address;
  const url = URL.parse(address);
  if (url === null) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return createGuard(config.outboundAllow).isPermitted(host, Number(url.port || 80)) ? address : null;
}

export function fitLimits(stated: AccountLimits): AccountLimits {
  const entries = Object.entries(stated).map(([name, value]) => [name, fitLimit(name, value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function fitLimit(name: string, value: unknown): AccountLimits[LimitName] {
  if (name === 'media.mixed') return typeof value === 'boolean' ? value : undefined;
  if (name === 'image.types' || name === 'video.types') return fitTypes(value);
  const range = Object.hasOwn(ranges, name) ? ranges[name as keyof typeof ranges] : undefined;
  return range && statedNumber(value, ...(range as [number, number]));
}

function fitTypes(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((type) => typeof type === 'string' && TYPE.test(type)).slice(0, MOST_TYPES);
}

/** Throws a `rejected` {@link NetworkFault} for a grant that is too large to be kept. */
export function fitGrant<Grant extends FreshGrant>(fresh: Grant, now: Date): Grant {
  const { grant, expiresAt, reconnectBy } = fresh;
  if (JSON.stringify(grant).length > LONGEST_SIGN_IN) {
    const message = 'The network answered with a sign-in that is too large to be kept.';
    throw new NetworkFault({ kind: 'rejected', message });
  }
  return {
    ...fresh,
    ...(expiresAt !== undefined && { expiresAt: fitMoment(expiresAt, now, SHORTEST_GRANT) }),
    ...(reconnectBy !== undefined && { reconnectBy: fitMoment(reconnectBy, now, 0) }),
  };
}

function fitMoment(stated: Date | null, now: Date, least: number): Date | null {
  const left = stated === null ? Number.NaN : stated.getTime() - now.getTime();
  if (Number.isNaN(left) || left > LONGEST_GRANT) return null;
  return new Date(now.getTime() + Math.max(left, least));
}
