/** Grants at rest and at work: sealed in storage, opened for a call, refreshed by one caller at a time. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { FreshGrant, Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { ChannelRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'outbound' | 'clock'>;
type Lane = Pick<
  ChannelRow,
  'id' | 'workspace_id' | 'platform' | 'account_id' | 'name' | 'username' | 'avatar_url' | 'limits'
>;

/** Seconds before its end at which a token is refreshed ahead of need. */
const AHEAD = 120;

export interface OpenSession {
  session: Session;
  version: number;
}

export async function storeGrant(
  ctx: Pick<Context, 'vault'>,
  tx: Db,
  channel: Pick<ChannelRow, 'id' | 'workspace_id'>,
  fresh: FreshGrant,
): Promise<void> {
  await store.saveGrant(tx, {
    workspaceId: channel.workspace_id,
    channelId: channel.id,
    sealed: ctx.vault.seal(fresh.grant, contextOf(channel.id)),
    expiresAt: fresh.expiresAt ?? null,
  });
}

/** A session to act with, refreshed first when its token is about to end. Throws `reconnect` when there is none. */
export async function openSession(ctx: Ctx, network: Network, channel: Lane): Promise<OpenSession> {
  const row = await store.findGrant(ctx.db, channel.workspace_id, channel.id);
  if (row === undefined) throw missing();
  const endsSoon =
    row.expires_at !== null && Date.parse(row.expires_at) - ctx.clock.now().getTime() < AHEAD * 1000;
  if (endsSoon && network.refresh !== undefined) return refreshSession(ctx, network, channel, row.version);
  return opened(ctx, channel, row);
}

/**
 * Trades the grant of `version` for a fresh one, under the row's lock: of many who ask, one calls the network.
 * The new grant is stored before anyone uses it. Throws the network's fault.
 */
export async function refreshSession(
  ctx: Ctx,
  network: Network,
  channel: Lane,
  version: number,
): Promise<OpenSession> {
  return ctx.db.transaction(async (tx) => {
    const row = await store.lockGrant(tx, channel.workspace_id, channel.id);
    if (row === undefined) throw missing();
    if (row.version !== version) return opened(ctx, channel, row);
    if (network.refresh === undefined) {
      throw new NetworkFault({ kind: 'reconnect', message: 'The network no longer takes this sign-in.' });
    }
    const fresh = await network.refresh(opened(ctx, channel, row).session);
    await storeGrant(ctx, tx, channel, fresh);
    if (fresh.reconnectBy !== undefined) {
      await store.setReconnectBy(tx, channel.workspace_id, channel.id, fresh.reconnectBy);
    }
    return { session: sessionOf(ctx, channel, fresh.grant), version: version + 1 };
  });
}

function opened(ctx: Ctx, channel: Lane, row: store.GrantRow): OpenSession {
  const grant = ctx.vault.open(row.sealed, contextOf(channel.id));
  return { session: sessionOf(ctx, channel, grant), version: row.version };
}

function sessionOf(ctx: Ctx, channel: Lane, grant: JsonObject): Session {
  const { account_id: id, name, username, avatar_url: avatarUrl, limits } = channel;
  return {
    ...ctx.outbound.callerOf(channel.platform),
    account: { id, name, username, avatarUrl },
    grant,
    limits,
  };
}

function missing(): NetworkFault {
  return new NetworkFault({ kind: 'reconnect', message: 'The channel is not connected; connect it again.' });
}

function contextOf(channelId: number): string {
  return `grant:${channelId}`;
}
