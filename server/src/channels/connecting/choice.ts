/** The choice of accounts after a sign-in that opens several. Belfry stores them sealed until the choice is made. */
import type { AccountChoice } from '@belfry/contract/account-choices.ts';
import type { Channel } from '@belfry/contract/channels.ts';
import { detail } from '@belfry/contract/details.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { ConnectedAccount } from '@belfry/networks/core/network.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound, Problem } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import type { IdempotencyKey } from '../../http/index.ts';
import { type Answer, once } from '../../idempotency/index.ts';
import { listChannels } from '../store.ts';
import { requireManager, saveAccounts } from './save.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks' | 'vault' | 'apps'>;

/** Stores the accounts of a sign-in, for the session or the key that began it. */
export async function offerAccounts(
  { vault }: Pick<Ctx, 'vault'>,
  tx: Tx,
  signIn: store.SignInRow,
  accounts: readonly ConnectedAccount[],
): Promise<void> {
  // As JSON, the times of a grant are texts.
  const sealed = vault.seal({ accounts } as unknown as JsonObject, contextOf(signIn.id));
  await store.saveChoice(tx, signIn, sealed);
}

export async function getChoice(ctx: Ctx, who: Caller, id: number): Promise<AccountChoice> {
  allow(who, 'channel.manage');
  const choice = requireOpen(who, await store.findChoice(ctx.db, who.workspaceId, id));
  const channels = await listChannels(ctx.db, who.workspaceId);
  const own = channels.filter(({ platform }) => platform === choice.platform);
  const connected = new Set(own.map(({ account_id }) => account_id));
  return {
    id,
    platform: choice.platform as Platform,
    expires_at: choice.expires_at,
    return_to: choice.return_to,
    accounts: openAccounts(ctx, choice).map(({ account }) => ({
      id: account.id,
      name: account.name,
      username: account.username,
      avatar_url: account.avatarUrl,
      connected: connected.has(account.id),
    })),
  };
}

/** Connects the chosen accounts. Of several requests at once, one connects, and the others get `choice_used`. */
export async function connectChosen(
  ctx: Ctx,
  who: Caller,
  id: number,
  accountIds: readonly string[],
  key: IdempotencyKey | undefined,
): Promise<Answer<{ data: Channel[] }>> {
  allow(who, 'channel.manage');
  return once(ctx.db, who, key, async (tx) => {
    const choice = requireOpen(who, await store.lockChoice(tx, who.workspaceId, id));
    await requireManager(tx, who);
    const chosen = pick(openAccounts(ctx, choice), accountIds);
    const { platform, app_id } = choice;
    const network = orNotFound(ctx.networks.get(platform));
    const app = await ctx.apps.require(network, app_id);
    const saved = await saveAccounts(ctx, tx, who, { platform, app }, chosen);
    await store.useChoice(tx, who.workspaceId, id);
    return { status: 201, body: { data: saved.map(({ channel }) => channel) } };
  });
}

type OpenChoice = store.ChoiceRow & { sealed: Buffer };

/** Throws 404 for a choice of another workspace, and its own error for each other reason. */
function requireOpen(who: Caller, row: store.ChoiceRow | undefined): OpenChoice {
  const choice = orNotFound(row);
  const isOwn = who.sessionId === null ? choice.key_id === who.keyId : choice.session_id === who.sessionId;
  if (!isOwn) throw new Problem('choice_of_other_session');
  if (choice.used_at !== null) throw new Problem('choice_used');
  const { sealed } = choice;
  if (choice.is_over || sealed === null) throw new Problem('choice_expired');
  return { ...choice, sealed };
}

/** The accounts with these ids, in their order. */
function pick(accounts: readonly ConnectedAccount[], ids: readonly string[]): ConnectedAccount[] {
  const byId = new Map(accounts.map((each) => [each.account.id, each]));
  const unknown = ids.flatMap((account_id, at) =>
    byId.has(account_id) ? [] : [detail(`account_ids.${at}`, 'unknown_account', { account_id })],
  );
  if (unknown.length > 0) throw invalid(unknown);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function openAccounts({ vault }: Pick<Ctx, 'vault'>, { id, sealed }: OpenChoice): ConnectedAccount[] {
  const { accounts } = vault.open(sealed, contextOf(id));
  return (accounts as JsonObject[]).map(readMoments);
}

const moments = ['expiresAt', 'refreshAt', 'reconnectBy'] as const;

/** Null and an absent time differ, so only texts are read. */
function readMoments(stored: JsonObject): ConnectedAccount {
  const read = moments.flatMap((name) => {
    const text = stored[name];
    return typeof text === 'string' ? [[name, new Date(text)] as const] : [];
  });
  return { ...stored, ...Object.fromEntries(read) } as unknown as ConnectedAccount;
}

function contextOf(id: number): string {
  return `account choice:${id}`;
}
