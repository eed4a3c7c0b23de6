/** Use cases of the operator's apps: list, set the keys, delete them. */
import type { DataOf } from '@belfry/contract/routes.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Platform } from '@belfry/networks/rules.ts';
import { allow, type Caller } from '../access/roles.ts';
import type { Context } from '../base/context.ts';
import { invalid, orNotFound, Problem } from '../base/problem.ts';
import { countGrants, redirectUriOf } from '../channels/index.ts';
import { recordEvent } from '../events/index.ts';
import { openGate } from '../lanes/index.ts';
import { count } from '../text/format.ts';
import { checkAgainst } from '../validation/index.ts';
import { requireFirstWorkspace } from '../workspaces/index.ts';
import { type AppState, contextOf } from './apps.ts';
import { type Family, listFamilies, MAX_IN_FLIGHT, withdrawalAddresses } from './families.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config' | 'networks' | 'apps'>;
type NetworkApp = DataOf<'setNetworkApp'>;

const WHAT = 'apps of networks';

export async function listNetworkApps(ctx: Ctx, who: Caller): Promise<NetworkApp[]> {
  allow(who, 'workspace.own');
  await requireFirstWorkspace(ctx.db, who, WHAT);
  const states = await ctx.apps.listStates();
  return [...listFamilies(ctx.networks.values()).values()].map((family) =>
    presentApp(ctx, family, states.get(family.name)),
  );
}

export async function setNetworkApp(
  ctx: Ctx,
  who: Caller,
  name: string,
  values: JsonObject,
): Promise<NetworkApp> {
  allow(who, 'workspace.own');
  const family = await requireStorable(ctx, who, name);
  const details = checkAgainst(family.registration.keys, values, '');
  if (details.length > 0) throw invalid(details);
  return ctx.db.transaction(async (tx) => {
    const seal = (id: number) => ctx.vault.seal(values, contextOf(name, id));
    const { id, updated_at } = await store.insertVersion(tx, name, seal);
    await openGate(tx, name, id, MAX_IN_FLIGHT);
    await recordEvent(tx, 'network_app.set', { ...who, data: { family: name } });
    return presentApp(ctx, family, { source: 'stored', updated_at });
  });
}

export async function deleteNetworkApp(ctx: Ctx, who: Caller, name: string): Promise<void> {
  allow(who, 'workspace.own');
  const { networks, registration } = await requireStorable(ctx, who, name);
  const deleted = await ctx.db.transaction(async (tx) => {
    const ids = await store.lockVersions(tx, name);
    orNotFound(ids.length > 0 && ids);
    // Without an optional app, only accounts that name one of its versions stop working.
    const using = registration.optional === true ? [] : networks;
    const platforms = using.map(({ rules }) => rules.platform);
    const channels = await countGrants(tx, platforms, ids);
    if (channels > 0) throw inUse(channels);
    await store.deleteVersions(tx, ids);
    await recordEvent(tx, 'network_app.removed', { ...who, data: { family: name } });
    return ids;
  });
  ctx.apps.forget(deleted);
}

/** The family whose keys this request may change. */
async function requireStorable(ctx: Ctx, who: Caller, name: string): Promise<Family> {
  await requireFirstWorkspace(ctx.db, who, WHAT);
  const family = orNotFound(listFamilies(ctx.networks.values()).get(name));
  if (ctx.apps.isFromEnvironment(name)) throw new Problem('app_from_environment');
  return family;
}

function inUse(channels: number): Problem {
  const message = `${count(channels, 'channel')} of this installation still ${channels === 1 ? 'uses' : 'use'} this app. Remove ${channels === 1 ? 'it' : 'them'} first.`;
  return new Problem('app_in_use', { message, details: { channels } });
}

function presentApp(
  { config }: Ctx,
  { name, networks, registration }: Family,
  state: AppState | undefined,
): NetworkApp {
  const redirectUri = redirectUriOf(config);
  const withdrawals = withdrawalAddresses(config, name);
  const takesWithdrawals = registration.readWithdrawal !== undefined;
  return {
    family: name,
    networks: networks.map(({ rules }) => rules.platform as Platform),
    guide: Object.entries({ redirect: redirectUri, ...withdrawals }).reduce(
      (guide, [what, address]) => guide.replaceAll(`{${what}}`, () => address),
      registration.guide,
    ),
    redirect_uri: redirectUri,
    deauthorize_uri: takesWithdrawals ? withdrawals.deauthorize : null,
    deletion_uri: takesWithdrawals ? withdrawals.delete : null,
    keys: registration.keys,
    is_configured: state !== undefined,
    is_optional: registration.optional === true,
    source: state?.source ?? null,
    updated_at: state?.updated_at ?? null,
  };
}
