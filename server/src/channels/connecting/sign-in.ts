/** Connects an account by the network's own sign-in page. A sign-in that opens several accounts leads to a choice. */
import { randomBytes } from 'node:crypto';
import type { Channel } from '@belfry/contract/channels.ts';
import type { ErrorCode } from '@belfry/contract/error.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { ConnectedAccount, Network, OAuthCaller } from '@belfry/networks/core/network.ts';
import type { Person } from '../../access/person.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { readReturnPath } from '../../base/return-path.ts';
import { hashToken } from '../../base/token.ts';
import type { Config } from '../../config/index.ts';
import type { Tx } from '../../db/database.ts';
import type { App } from '../../network-apps/index.ts';
import { checkAgainst } from '../../validation/index.ts';
import { requireReach } from '../reach.ts';
import { findChannel } from '../store.ts';
import { offerAccounts } from './choice.ts';
import { askForAccounts, callNetwork, requireNetwork } from './network.ts';
import { readChannelToReconnect, requireSameAccount } from './reconnect.ts';
import { requireManager, saveAccounts } from './save.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'config'>;

export async function beginSignIn(
  ctx: Ctx,
  who: Caller,
  body: { platform: string; channel_id?: number; return_to?: string },
): Promise<{ id: number; authorize_url: string }> {
  allow(who, 'channel.manage');
  const { platform, channel_id, return_to, ...input } = body;
  const network = requireNetwork(ctx, platform, 'oauth');
  requireReach(ctx, network);
  const details = checkAgainst(network.oauth.input, input, '');
  if (details.length > 0) throw invalid(details);
  const channel = await readChannelToReconnect(ctx, who, { platform, channel_id });
  const state = randomBytes(24).toString('base64url');
  const app = await ctx.apps.require(network);
  const caller = oauthCaller(ctx, platform, state, app);
  const { authorizeUrl, secret } = await callNetwork(network, () =>
    network.oauth.begin(input as JsonObject, caller),
  );
  const stateHash = hashToken(state);
  const sealed = ctx.vault.seal(secret, contextOf(stateHash));
  const id = await store.saveSignIn(ctx.db, {
    stateHash,
    by: who,
    platform,
    channelId: channel?.id ?? null,
    appId: app.id,
    returnTo: return_to === undefined ? null : readReturnPath(ctx.config.publicUrl, return_to),
    sealed,
  });
  return { id, authorize_url: authorizeUrl };
}

/** The channels that the sign-in connected, or the id of the choice to which it leads. */
type Opened = { connected: Channel[] } | { choice: number; workspaceId: number };

/** An error is only returned if there is a path of ours at which the person can read it. */
export type SignInEnd = (Opened & { returnTo: string | null }) | { error: ErrorCode; returnTo: string };

/**
 * Handles the return from a network's sign-in page. A state works once. If a session began the sign-in, only that
 * session can finish it. Otherwise an attacker could make a person connect the attacker's account, or make them connect
 * their own account to the attacker's workspace.
 */
export async function finishSignIn(
  ctx: Ctx,
  person: Pick<Person, 'sessionId'> | undefined,
  params: Record<string, string>,
): Promise<SignInEnd> {
  const state = params['state'] ?? '';
  const stateHash = hashToken(state);
  const signIn = await store.takeSignIn(ctx.db, stateHash, person?.sessionId ?? null);
  if (signIn === undefined) {
    const message =
      'This sign-in was already used, has expired, or was started by somebody else. Start again in this browser.';
    throw new Problem('connect_refused', { message });
  }
  const returnTo = signIn.return_to;
  try {
    return { ...(await openAccounts(ctx, signIn, { state, stateHash, params })), returnTo };
  } catch (error) {
    if (returnTo === null || !(error instanceof Problem)) throw error;
    return { error: error.code, returnTo };
  }
}

interface Return {
  state: string;
  stateHash: Buffer;
  params: Record<string, string>;
}

async function openAccounts(
  ctx: Ctx,
  signIn: store.SignInRow,
  { state, stateHash, params }: Return,
): Promise<Opened> {
  const network = requireNetwork(ctx, signIn.platform, 'oauth');
  const secret = ctx.vault.open(signIn.sealed, contextOf(stateHash));
  const app = await ctx.apps.require(network, signIn.app_id);
  const caller = oauthCaller(ctx, signIn.platform, state, app);
  const accounts = await askForAccounts(ctx, network, caller, () =>
    network.oauth.finish(params, secret, caller),
  );
  const starter = { workspaceId: signIn.workspace_id, userId: signIn.user_id };
  return ctx.db.transaction(async (tx) => {
    await requireManager(tx, starter);
    const own = await accountsFor(tx, signIn, network, accounts);
    const { platform } = signIn;
    if (own.length <= 1) {
      const saved = await saveAccounts(ctx, tx, starter, { platform, app }, own);
      return { connected: saved.map(({ channel }) => channel) };
    }
    await offerAccounts(ctx, tx, signIn, own);
    return { choice: signIn.id, workspaceId: signIn.workspace_id };
  });
}

/** All accounts, or only the channel's if the sign-in was for one channel. */
async function accountsFor(tx: Tx, signIn: store.SignInRow, network: Network, accounts: ConnectedAccount[]) {
  if (signIn.channel_id === null) return accounts;
  const channel = await findChannel(tx, signIn.workspace_id, signIn.channel_id);
  if (channel === undefined) throw new Problem('connect_refused', { message: 'The channel was removed.' });
  return [requireSameAccount(channel, network, accounts)];
}

function oauthCaller(ctx: Ctx, platform: string, state: string, app: App): OAuthCaller {
  return {
    ...ctx.outbound.callerOf(platform, app.values),
    redirectUri: redirectUriOf(ctx.config),
    state,
    apps: {
      async get(host) {
        const sealed = await store.findApp(ctx.db, platform, host);
        return sealed && ctx.vault.open(sealed, `app:${platform}:${host}`);
      },
      put: (host, app) =>
        store.saveApp(ctx.db, platform, host, ctx.vault.seal(app, `app:${platform}:${host}`)),
    },
  };
}

/** Where networks send people back after they sign in there. */
export function redirectUriOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}/connect/callback`;
}

function contextOf(stateHash: Buffer): string {
  return `sign-in:${stateHash.toString('hex')}`;
}
