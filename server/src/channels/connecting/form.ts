/** Connects an account by a form of credentials. */
import type { Channel } from '@belfry/contract/channels.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { ConnectedAccount } from '@belfry/networks/core/network.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound, Problem } from '../../base/problem.ts';
import type { IdempotencyKey } from '../../http/index.ts';
import { type Answer, once, recall } from '../../idempotency/index.ts';
import { checkAgainst } from '../../validation/index.ts';
import { requireReach } from '../reach.ts';
import { askForAccounts, requireNetwork } from './network.ts';
import { readChannelToReconnect, requireSameAccount } from './reconnect.ts';
import { saveAccounts } from './save.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'config'>;

export async function connectByForm(
  ctx: Ctx,
  who: Caller,
  input: BodyOf<'createChannel'>,
  key: IdempotencyKey | undefined,
): Promise<Answer<{ data: Channel }>> {
  allow(who, 'channel.manage');
  const network = requireNetwork(ctx, input.platform, 'form');
  requireReach(ctx, network);
  const details = checkAgainst(network.form.credentials, input.credentials, 'credentials');
  if (details.length > 0) throw invalid(details);
  const stored = await recall<{ data: Channel }>(ctx.db, who, key);
  if (stored !== undefined) return stored;
  const channel = await readChannelToReconnect(ctx, who, input);
  const app = await ctx.apps.requireForForm(network);
  const caller = ctx.outbound.callerOf(input.platform, app.values);
  const accounts = await askForAccounts(ctx, network, caller, () =>
    network.form.connect(input.credentials as JsonObject, caller),
  );
  const chosen =
    channel === undefined
      ? chooseAccount(accounts, input.account_id)
      : requireSameAccount(channel, network, accounts);
  return once(ctx.db, who, key, async (tx) => {
    const [saved] = await saveAccounts(ctx, tx, who, { platform: input.platform, app }, [chosen]);
    const { created, channel: data } = orNotFound(saved);
    return { status: created ? 201 : 200, body: { data } };
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
