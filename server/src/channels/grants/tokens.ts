/** Seals grants for storage, opens them for calls to networks, and refreshes each by one caller at a time. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { ConnectedAccount, FreshGrant, Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import { isUnavailable } from '../../base/unavailable.ts';
import { batchCalls } from '../../db/batch-calls.ts';
import type { Db, Tx } from '../../db/database.ts';
import { recordEvent } from '../../events/index.ts';
import type { Lane } from '../../lanes/index.ts';
import type { App } from '../../network-apps/index.ts';
import { checkAgainst } from '../../validation/index.ts';
import { fitGrant } from '../stated.ts';
import { type RenewedChannel, saveGrant } from './logins/store.ts';
import type { GrantRow } from './store.ts';
import * as store from './store.ts';

export { releaseGrants } from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host'>;

/** Seconds. A token with less time left is refreshed before it is used. */
const MIN_LEFT = 120;
/** Seconds for which a caller reserves the grant that it refreshes. A refresh takes less. */
export const RESERVATION = 120;
/** Seconds until a failed refresh is tried again. They double from the first to the maximum. */
const FIRST_DELAY = 30;
const MAX_DELAY = 1800;
/** Seconds until a grant is used again whose app has no keys. */
const APP_DELAY = 900;
/** Milliseconds between tries to store a fresh grant while the database is unavailable, and their number. */
const STORE_RETRY_MS = 1000;
const MAX_STORE_TRIES = 60;

export interface OpenSession {
  session: Session;
  version: number;
  /** Other channels may use the same grant. */
  isShared: boolean;
}

/** Returns the other channels of the login that are connected again. */
export async function storeGrant(
  ctx: Pick<Context, 'vault'>,
  tx: Tx,
  channel: Pick<Lane, 'id' | 'workspace_id' | 'platform'>,
  connected: Omit<ConnectedAccount, 'account'>,
  { id: appId }: App,
): Promise<RenewedChannel[]> {
  const { login = null, people = null, reconnectBy = null } = connected;
  const { id: channel_id, workspace_id, platform } = channel;
  const written = seal(ctx, { channel_id, workspace_id, platform, login }, connected);
  return saveGrant(tx, channel, { ...written, appId, login, people, reconnectBy });
}

export type FindGrant = (channel: Pick<Lane, 'id' | 'workspace_id'>) => Promise<GrantRow | undefined>;

/** Reads grants. Calls made at the same time share one statement. */
export function openGrants(db: Db): FindGrant {
  return batchCalls((channels) => store.findGrants(db, channels));
}

/**
 * A session for calls to the network. A token that is about to expire is refreshed first. If that fails, the old token
 * is used until it expires. Throws `reconnect` if the channel has no grant.
 */
export async function openSession(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  findGrant: FindGrant = openGrants(ctx.db),
): Promise<OpenSession> {
  const row = await findGrant(channel);
  if (row === undefined) throw missing();
  const left = row.expires_at === null ? Infinity : Date.parse(row.expires_at) - ctx.clock.now().getTime();
  if (left >= MIN_LEFT * 1000 || network.refresh === undefined || !row.renews)
    return openOrLose(ctx, network, channel, row);
  try {
    return await refreshSession(ctx, network, channel, row.version);
  } catch (error) {
    if (left <= 0 || isRefusal(error)) throw error;
    return openOrLose(ctx, network, channel, row);
  }
}

/**
 * Exchanges the grant of `version` for a fresh one, which is stored before it is used. Of several callers, only one
 * calls the network. The others get its fresh grant, or `unavailable` during that call. Throws the network's fault.
 */
export async function refreshSession(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  version: number,
): Promise<OpenSession> {
  const reserved = await store.reserveGrant(ctx.db, channel, version, RESERVATION);
  if (reserved !== undefined) return refreshReserved(ctx, network, channel, reserved);
  const row = await readGrant(ctx, channel);
  if (row.version !== version) return openOrLose(ctx, network, channel, row);
  throw new NetworkFault({
    kind: 'unavailable',
    message: 'The token of this channel is being refreshed right now.',
    sent: false,
  });
}

/** Refreshes a grant that the caller has reserved. No transaction is open while the network is called. */
export async function refreshReserved(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  reserved: GrantRow,
): Promise<OpenSession> {
  let fresh: FreshGrant;
  try {
    fresh = fitGrant(await askFor(ctx, network, channel, reserved), ctx.clock.now());
  } catch (error) {
    if (isRefusal(error)) return afterRefusal(ctx, network, channel, reserved, error);
    await store.releaseGrant(ctx.db, reserved, delayAfter(error, reserved.refresh_tries));
    throw error;
  }
  const { version } = reserved;
  const grant = { ...seal(ctx, reserved, fresh), reconnectBy: fresh.reconnectBy };
  const isStored = await retryWhileUnavailable(ctx, () =>
    ctx.db.transaction((tx) => store.replaceGrant(tx, reserved, grant)),
  );
  if (isStored) {
    const session = await sessionOf(ctx, network, channel, fresh.grant, reserved.app_id);
    return { session, version: version + 1, isShared: reserved.login !== null };
  }
  return openOrLose(ctx, network, channel, await readGrant(ctx, channel));
}

async function askFor(ctx: Ctx, network: Network, channel: Lane, reserved: GrantRow): Promise<FreshGrant> {
  if (network.refresh === undefined || !reserved.renews) {
    throw new NetworkFault({ kind: 'reconnect', message: 'The network no longer accepts this sign-in.' });
  }
  return network.refresh(await openStored(ctx, network, channel, reserved));
}

/** A person may have signed in again while the network refused the old grant. */
async function afterRefusal(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  { version }: GrantRow,
  error: NetworkFault,
): Promise<OpenSession> {
  if ((await loseSession(ctx, channel, version, error.message)) !== 'superseded') throw error;
  return openOrLose(ctx, network, channel, await readGrant(ctx, channel));
}

/**
 * The network refused the grant: marks its channels, and records an event for each, which become one notice to their
 * managers.
 */
export async function loseSession(
  ctx: Pick<Ctx, 'db'>,
  { id, workspace_id }: Pick<Lane, 'id' | 'workspace_id'>,
  version: number,
  message: string,
): Promise<'superseded' | 'lost' | 'known'> {
  return ctx.db.transaction(async (tx) => {
    const loss = await store.loseGrant(tx, { id, workspace_id }, version);
    if (loss === 'superseded') return loss;
    const data = { message, ...(loss.login !== null && { login_id: loss.login }) };
    for (const channelId of loss.channels) {
      const event = { workspaceId: workspace_id, userId: null, channelId, data };
      await recordEvent(tx, 'channel.needs_reconnect', event);
    }
    return loss.channels.includes(id) ? 'lost' : 'known';
  });
}

/** Retries while the database is unavailable: the network returns a fresh grant only once, so it must not be lost. */
async function retryWhileUnavailable<T>(ctx: Pick<Ctx, 'host'>, write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isUnavailable(error) || tries >= MAX_STORE_TRIES) throw error;
      await new Promise<void>((resolve) => ctx.host.after(STORE_RETRY_MS, resolve));
    }
  }
}

/** True if the network itself requires a new sign-in. Any other error may pass. */
export function isRefusal(error: unknown): error is NetworkFault {
  return error instanceof NetworkFault && ['reconnect', 'expired'].includes(error.fault.kind);
}

function delayAfter(error: unknown, tries: number): number {
  const asked = error instanceof NetworkFault && error.fault.kind === 'throttled' && error.fault.retryAfter;
  const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** Math.min(tries, 20)) * spread();
  return Math.max(asked || 0, delay);
}

function spread(): number {
  return 0.9 + 0.2 * Math.random();
}

async function readGrant(ctx: Pick<Ctx, 'db'>, channel: Lane): Promise<GrantRow> {
  const [row] = await store.findGrants(ctx.db, [channel]);
  if (row === undefined) throw missing();
  return row;
}

function seal({ vault }: Pick<Context, 'vault'>, place: Place, fresh: FreshGrant) {
  const { grant, expiresAt = null, refreshAt } = fresh;
  return { sealed: vault.seal(grant, contextOf(place)), expiresAt, refreshAt, spread: spread() };
}

/** Marks the channel if its grant is one that this version of Belfry cannot use. */
async function openOrLose(ctx: Ctx, network: Network, channel: Lane, row: GrantRow): Promise<OpenSession> {
  try {
    const session = await openStored(ctx, network, channel, row);
    return { session, version: row.version, isShared: row.login !== null };
  } catch (error) {
    if (isRefusal(error)) return afterRefusal(ctx, network, channel, row, error);
    throw error;
  }
}

type Stored = Pick<GrantRow, 'channel_id' | 'workspace_id' | 'platform' | 'login' | 'sealed' | 'app_id'>;

/** A session with this grant, which is not refreshed. Throws `reconnect` if this version of Belfry cannot use it. */
export async function openStored(
  ctx: Pick<Ctx, 'vault' | 'apps' | 'outbound'>,
  network: Network,
  channel: Lane,
  row: Stored,
): Promise<Session> {
  const grant = openGrant(ctx, row);
  if (checkAgainst(network.grant, grant, '').length > 0) throw outdated();
  return sessionOf(ctx, network, channel, grant, row.app_id);
}

/** Throws if the grant was sealed with another secret. */
export function openGrant(
  { vault }: Pick<Context, 'vault'>,
  { sealed, ...place }: Place & { sealed: Buffer },
): JsonObject {
  return vault.open(sealed, contextOf(place));
}

async function sessionOf(
  ctx: Pick<Ctx, 'apps' | 'outbound'>,
  network: Network,
  channel: Lane,
  grant: JsonObject,
  appId: number | null,
): Promise<Session> {
  const app = await ctx.apps.find(network, appId);
  if (app === undefined) throw unconfigured(network);
  const { account_id: id, name, username, avatar_url: avatarUrl, limits } = channel;
  return {
    ...ctx.outbound.callerOf(channel.platform, app.values),
    account: { id, name, username, avatarUrl },
    grant,
    limits,
  };
}

function outdated(): NetworkFault {
  const message = 'The sign-in of this channel is of an older form. Connect the channel again.';
  return new NetworkFault({ kind: 'reconnect', message });
}

function missing(): NetworkFault {
  return new NetworkFault({ kind: 'reconnect', message: 'The channel is not connected. Connect it again.' });
}

/** Only the operator can end this, so the channel stays connected and its posts wait. */
function unconfigured({ rules }: Network): NetworkFault {
  return new NetworkFault({
    kind: 'throttled',
    message: `The keys of the app for ${rules.name} are not set. Ask the operator of this installation to set them.`,
    retryAfter: APP_DELAY,
    scope: 'app',
    cause: 'operator',
  });
}

/** Where a grant belongs. A grant that channels share may pass from one to another. */
type Place = Pick<GrantRow, 'channel_id' | 'workspace_id' | 'platform' | 'login'>;

function contextOf({ channel_id, workspace_id, platform, login }: Place): string {
  return login === null ? `grant:${channel_id}` : `grant:${workspace_id}:${platform}:${login}`;
}
