/** Cleans what a network states about an account, before it is stored, shown or used in calculations. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { AccountLimits, LimitName } from '@belfry/networks/core/limits.ts';
import type { Account, ConnectedAccount, FreshGrant } from '@belfry/networks/core/network.ts';
import { isStatedId, statedAddress, statedLine, statedNumber } from '@belfry/networks/core/stated.ts';
import type { Config } from '../base/config.ts';
import { Problem } from '../base/problem.ts';
import { createGuard } from '../outbound/index.ts';

type Ctx = { config: Pick<Config, 'outboundAllow'> };

/** Code points. A user name consists of a person's name (64), a sign and a server's name (253). */
const MAX_NAME = 200;
const MAX_USERNAME = 320;

/** Minimum and maximum of each limit. A higher value counts as the maximum, a lower one as not stated. */
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

const MAX_TYPES = 50;
const TYPE = /^(image|video)\/[a-z0-9][a-z0-9.+-]{0,99}$/i;

/** Milliseconds. A shorter lifetime comes from a wrong clock and is raised to the minimum. A longer one counts as endless. */
const MIN_GRANT = 5 * 60_000;
const MAX_GRANT = 10 * 365 * 86_400_000;

/** UTF-16 units of a grant as JSON. Most have some hundred, and a worker keeps hundreds of grants in memory. */
const MAX_GRANT_LENGTH = 64 * 1024;

/** Throws `connect_refused` if the account's id cannot be stored, and otherwise as {@link fitGrant}. */
export function fitConnected(ctx: Ctx, connected: ConnectedAccount, now: Date): ConnectedAccount {
  const { account, limits = {} } = connected;
  return {
    ...connected,
    ...fitGrant(connected, now),
    account: fitAccount(ctx, account),
    limits: fitLimits(limits),
  };
}

function fitAccount(ctx: Ctx, { id, name, username, avatarUrl }: Account): Account {
  if (!isStatedId(id)) {
    const message =
      'The id that the network uses for this account cannot be stored. Ask the operator of its server.';
    throw new Problem('connect_refused', { message });
  }
  const shownAs = statedLine(username, MAX_USERNAME) || statedLine(id, MAX_USERNAME);
  return {
    id,
    name: statedLine(name, MAX_NAME) || statedLine(shownAs, MAX_NAME),
    username: shownAs,
    avatarUrl: fitAvatar(ctx, avatarUrl),
  };
}

/** Browsers load the avatar, so plain http is allowed only for servers that this service may call by plain http. */
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
  return value.filter((type) => typeof type === 'string' && TYPE.test(type)).slice(0, MAX_TYPES);
}

/** Throws a `rejected` {@link NetworkFault} if the grant is too large to store. */
export function fitGrant<Grant extends FreshGrant>(fresh: Grant, now: Date): Grant {
  const { grant, expiresAt, reconnectBy } = fresh;
  if (JSON.stringify(grant).length > MAX_GRANT_LENGTH) {
    const message = 'The network answered with a token that is too large to store.';
    throw new NetworkFault({ kind: 'rejected', message });
  }
  return {
    ...fresh,
    ...(expiresAt !== undefined && { expiresAt: fitMoment(expiresAt, now, MIN_GRANT) }),
    ...(reconnectBy !== undefined && { reconnectBy: fitMoment(reconnectBy, now, 0) }),
  };
}

function fitMoment(stated: Date | null, now: Date, minimum: number): Date | null {
  const left = stated === null ? Number.NaN : stated.getTime() - now.getTime();
  if (Number.isNaN(left) || left > MAX_GRANT) return null;
  return new Date(now.getTime() + Math.max(left, minimum));
}
