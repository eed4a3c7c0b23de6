/** Seals grants for storage, opens them for calls to networks, and refreshes each by one caller at a time. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { FreshGrant, Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import { batchCalls } from '../../db/batch-calls.ts';
import type { Db, Tx } from '../../db/database.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { recordEvent } from '../../events/index.ts';
import { checkAgainst } from '../../http/index.ts';
import type { Lane } from '../../lanes/index.ts';
import type { App } from '../../network-apps/index.ts';
import { fitGrant } from '../stated.ts';
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
}

export async function storeGrant(
  ctx: Pick<Context, 'vault'>,
  tx: Tx,
  channel: Pick<Lane, 'id' | 'workspace_id'>,
  fresh: FreshGrant,
  { id: appId }: App,
): Promise<void> {
  await store.saveGrant(tx, channel, { ...sealed(ctx, channel, fresh), appId });
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
  if (left >= MIN_LEFT * 1000 || network.refresh === undefined) return openOrLose(ctx, network, channel, row);
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
    await store.releaseGrant(ctx.db, channel, reserved.version, delayAfter(error, reserved.refresh_tries));
    throw error;
  }
  const { version } = reserved;
  const grant = { ...sealed(ctx, channel, fresh), version, reconnectBy: fresh.reconnectBy };
  const isStored = await retryWhileUnavailable(ctx, () =>
    ctx.db.transaction((tx) => store.replaceGrant(tx, channel, grant)),
  );
  if (isStored) {
    const session = await sessionOf(ctx, network, channel, fresh.grant, reserved.app_id);
    return { session, version: version + 1 };
  }
  return openOrLose(ctx, network, channel, await readGrant(ctx, channel));
}

async function askFor(ctx: Ctx, network: Network, channel: Lane, reserved: GrantRow): Promise<FreshGrant> {
  if (network.refresh === undefined) {
    throw new NetworkFault({ kind: 'reconnect', message: 'The network no longer accepts this sign-in.' });
  }
  return network.refresh((await opened(ctx, network, channel, reserved)).session);
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

/** The network refused the grant: marks the channel, and records one event, which notifies its managers. */
export async function loseSession(
  ctx: Pick<Ctx, 'db'>,
  { id, workspace_id }: Pick<Lane, 'id' | 'workspace_id'>,
  version: number,
  message: string,
): Promise<'superseded' | 'lost' | 'known'> {
  return ctx.db.transaction(async (tx) => {
    const loss = await store.loseGrant(tx, { id, workspace_id }, version);
    if (loss === 'lost') {
      const event = { workspaceId: workspace_id, userId: null, channelId: id, data: { message } };
      await recordEvent(tx, 'channel.needs_reconnect', event);
    }
    return loss;
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
function isRefusal(error: unknown): error is NetworkFault {
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

function sealed({ vault }: Pick<Context, 'vault'>, { id }: Pick<Lane, 'id'>, fresh: FreshGrant) {
  const bytes = vault.seal(fresh.grant, contextOf(id));
  return { sealed: bytes, expiresAt: fresh.expiresAt ?? null, spread: spread() };
}

/** Marks the channel if its grant is one that this version of Belfry cannot use. */
async function openOrLose(ctx: Ctx, network: Network, channel: Lane, row: GrantRow): Promise<OpenSession> {
  try {
    return await opened(ctx, network, channel, row);
  } catch (error) {
    if (isRefusal(error)) return afterRefusal(ctx, network, channel, row, error);
    throw error;
  }
}

async function opened(ctx: Ctx, network: Network, channel: Lane, row: GrantRow): Promise<OpenSession> {
  const grant = openGrant(ctx, { channel_id: channel.id, sealed: row.sealed });
  if (checkAgainst(network.grant, grant, '').length > 0) throw outdated();
  return { session: await sessionOf(ctx, network, channel, grant, row.app_id), version: row.version };
}

/** Throws if the grant was sealed with another secret. */
export function openGrant(
  { vault }: Pick<Context, 'vault'>,
  { channel_id, sealed }: { channel_id: number; sealed: Buffer },
): JsonObject {
  return vault.open(sealed, contextOf(channel_id));
}

async function sessionOf(
  ctx: Ctx,
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

function contextOf(channelId: number): string {
  return `grant:${channelId}`;
}
