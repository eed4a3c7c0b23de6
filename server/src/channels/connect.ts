/** Connects accounts: by a form of credentials, or by the network's own sign-in page. */
import { randomBytes } from 'node:crypto';
import type { Channel } from '@belfry/contract/channels.ts';
import { detail } from '@belfry/contract/details.ts';
import { allowed } from '@belfry/contract/roles.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { ConnectedAccount, Network, OAuthCaller } from '@belfry/networks/core/network.ts';
import type { Person } from '../access/person.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Config } from '../base/config.ts';
import type { Context } from '../base/context.ts';
import { invalid, orNotFound, Problem } from '../base/problem.ts';
import { hashToken } from '../base/token.ts';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/index.ts';
import { checkAgainst, type IdempotencyKey } from '../http/index.ts';
import { type Answer, once, recall } from '../idempotency/index.ts';
import type { App } from '../network-apps/index.ts';
import { findMember } from '../workspaces/index.ts';
import { storeGrant } from './grants/tokens.ts';
import { requireChannels } from './named.ts';
import { presentChannel } from './present.ts';
import { fitConnected } from './stated.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'config'>;

export type ConnectInput = BodyOf<'createChannel'>;

export async function connectByForm(
  ctx: Ctx,
  who: Caller,
  input: ConnectInput,
  key: IdempotencyKey | undefined,
): Promise<Answer<{ data: Channel }>> {
  allow(who, 'channel.manage');
  const network = requireNetwork(ctx, input.platform, 'form');
  const details = checkAgainst(network.form.credentials, input.credentials, 'credentials');
  if (details.length > 0) throw invalid(details);
  const stored = await recall<{ data: Channel }>(ctx.db, who, key);
  if (stored !== undefined) return stored;
  const channel = await readChannelToReconnect(ctx, who, input);
  const app = await ctx.apps.require(network);
  const caller = ctx.outbound.callerOf(input.platform, app.values);
  const accounts = await callNetwork(network, async () => {
    const stated = await network.form.connect(input.credentials as JsonObject, caller);
    return stated.map((each) => fitConnected(ctx, each, caller.now()));
  });
  const chosen =
    channel === undefined
      ? chooseAccount(accounts, input.account_id)
      : requireSameAccount(channel, network, accounts);
  return once(ctx.db, who, key, async (tx) => {
    const { created, ...channel } = await saveAccount(ctx, tx, who, input.platform, chosen, app);
    return { status: created ? 201 : 200, body: { data: presentChannel(channel) } };
  });
}

export async function beginSignIn(
  ctx: Ctx,
  who: Caller,
  body: { platform: string; channel_id?: number },
): Promise<string> {
  allow(who, 'channel.manage');
  const { platform, channel_id, ...input } = body;
  const network = requireNetwork(ctx, platform, 'oauth');
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
  await store.saveSignIn(ctx.db, {
    stateHash,
    by: who,
    platform,
    channelId: channel?.id ?? null,
    appId: app.id,
    sealed,
  });
  return authorizeUrl;
}

/**
 * Handles the return from a network's sign-in page. A state works once. If a session began the sign-in, only that
 * session can finish it. Otherwise an attacker could make a person connect the attacker's account, or make them connect
 * their own account to the attacker's workspace.
 */
export async function finishSignIn(
  ctx: Ctx,
  person: Pick<Person, 'sessionId'> | undefined,
  params: Record<string, string>,
): Promise<Channel[]> {
  const state = params['state'] ?? '';
  const stateHash = hashToken(state);
  const signIn = await store.takeSignIn(ctx.db, stateHash, person?.sessionId ?? null);
  if (signIn === undefined) {
    const message =
      'This sign-in was already used, has expired, or was started by somebody else. Start again in this browser.';
    throw new Problem('connect_refused', { message });
  }
  const network = requireNetwork(ctx, signIn.platform, 'oauth');
  const secret = ctx.vault.open(signIn.sealed, contextOf(stateHash));
  const app = await ctx.apps.require(network, signIn.app_id);
  const caller = oauthCaller(ctx, signIn.platform, state, app);
  const accounts = await callNetwork(network, async () => {
    const stated = await network.oauth.finish(params, secret, caller);
    return stated.map((each) => fitConnected(ctx, each, caller.now()));
  });
  return ctx.db.transaction(async (tx) => {
    await requireStarter(tx, signIn);
    const channels: Channel[] = [];
    const starter = { workspaceId: signIn.workspace_id, userId: signIn.user_id };
    for (const account of await accountsFor(tx, signIn, network, accounts)) {
      const { created: _, ...row } = await saveAccount(ctx, tx, starter, signIn.platform, account, app);
      channels.push(presentChannel(row));
    }
    return channels;
  });
}

/** All accounts, or only the channel's if the sign-in was for one channel. */
async function accountsFor(tx: Tx, signIn: store.SignInRow, network: Network, accounts: ConnectedAccount[]) {
  if (signIn.channel_id === null) return accounts;
  const channel = await store.findChannel(tx, signIn.workspace_id, signIn.channel_id);
  if (channel === undefined) throw new Problem('connect_refused', { message: 'The channel was removed.' });
  return [requireSameAccount(channel, network, accounts)];
}

/** The person who started the sign-in may have lost the role meanwhile. */
async function requireStarter(tx: Tx, { workspace_id, user_id }: store.SignInRow): Promise<void> {
  const member = await findMember(tx, workspace_id, user_id);
  if (member !== undefined && allowed['channel.manage'].includes(member.role)) return;
  throw new Problem('connect_refused', {
    message: 'The person who started this sign-in may no longer connect channels.',
  });
}

async function saveAccount(
  ctx: Ctx,
  tx: Tx,
  { workspaceId, userId }: Pick<Caller, 'workspaceId' | 'userId'>,
  platform: string,
  connected: ConnectedAccount,
  app: App,
) {
  await ctx.apps.keep(tx, app);
  const channel = orNotFound(
    await store.saveChannel(tx, {
      workspaceId,
      platform,
      account: connected.account,
      limits: connected.limits ?? {},
      reconnectBy: connected.reconnectBy ?? null,
    }),
  );
  await storeGrant(ctx, tx, channel, connected, app);
  const kind = channel.created ? 'channel.connected' : 'channel.reconnected';
  const data = { platform, username: channel.username };
  await recordEvent(tx, kind, { workspaceId, userId, channelId: channel.id, data });
  return channel;
}

function requireNetwork<How extends 'form' | 'oauth'>(ctx: Ctx, platform: string, how: How) {
  const network = ctx.networks.get(platform);
  const offering = [...ctx.networks.values()].filter((each) => each[how] !== undefined);
  const networks = offering.map(({ rules }) => rules.platform);
  if (network === undefined) throw invalid([detail('platform', 'not_one_of', { allowed: networks })]);
  if (network[how] === undefined) {
    const way = how === 'form' ? 'credentials' : 'a sign-in page';
    const { name } = network.rules;
    throw invalid([detail('platform', 'not_connected_this_way', { name, way, networks })]);
  }
  return network as Network & Required<Pick<Network, How>>;
}

/** Codes of calls that failed by the caller's input: a private address, or a token that no header can contain. */
const inputErrors = new Set(['ADDRESS_REFUSED', 'UND_ERR_INVALID_ARG']);

/** Runs the network's part of connecting. Turns its faults into problems that the caller can read. */
async function callNetwork<T>(network: Network, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    const { kind, message, networkCode } = error.fault;
    const isInputError = networkCode !== undefined && inputErrors.has(networkCode);
    const isTemporary = (kind === 'unavailable' || kind === 'throttled') && !isInputError;
    throw new Problem(isTemporary ? 'network_unreachable' : 'connect_refused', {
      message: `${network.rules.name}: ${message}`,
    });
  }
}

/** The channel to connect again. Undefined if the request has no `channel_id`. */
async function readChannelToReconnect(
  ctx: Ctx,
  who: Caller,
  { platform, channel_id: id }: { platform: string; channel_id?: number | undefined },
): Promise<store.ChannelRow | undefined> {
  if (id === undefined) return undefined;
  const [channel] = await requireChannels(ctx.db, who, [['channel_id', id]]);
  if (channel?.platform === platform) return channel;
  const actual = channel?.platform ?? '';
  const given = platform;
  throw invalid([detail('platform', 'channel_of_other_network', { channel_id: id, actual, given })]);
}

/** The channel's own account. A channel keeps its id, history and posts, and these must not move to another account. */
function requireSameAccount(
  channel: store.ChannelRow,
  network: Network,
  accounts: ConnectedAccount[],
): ConnectedAccount {
  const same = accounts.find(({ account }) => account.id === channel.account_id);
  if (same !== undefined) return same;
  const others = accounts.map(({ account: { id, name, username } }) => ({ id, name, username }));
  const offered = others.map(({ username }) => `@${username}`).join(', ') || 'no account';
  throw new Problem('wrong_account', {
    message: `This sign-in is for ${offered}, but the channel is @${channel.username}. Sign in to ${network.rules.name} as @${channel.username}, or connect the other account without channel_id.`,
    details: {
      channel: { id: channel.account_id, name: channel.name, username: channel.username },
      accounts: others,
    },
  });
}

function chooseAccount(accounts: ConnectedAccount[], accountId: string | undefined): ConnectedAccount {
  const [first, ...others] = accounts;
  if (first === undefined)
    throw new Problem('connect_refused', { message: 'These credentials give access to no account.' });
  if (accountId === undefined && others.length === 0) return first;
  const chosen = accounts.find(({ account }) => account.id === accountId);
  if (chosen !== undefined) return chosen;
  throw new Problem('invalid', {
    message: 'Choose one of the accounts with account_id.',
    errors: { account_id: ['account_id must name one of the accounts in details.accounts.'] },
    details: { accounts: accounts.map(({ account: { id, name, username } }) => ({ id, name, username })) },
  });
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
