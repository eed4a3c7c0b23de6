/** Asks a network everything that Belfry can ask without publishing. */

import { field } from '@belfry/networks/core/json.ts';
import type { AccountLimits, Limits, Rules } from '@belfry/networks/core/limits.ts';
import type { Network, Session } from '@belfry/networks/core/network.ts';
import type { Context } from '../base/context.ts';
import { withSession } from '../channels/index.ts';
import type { Lane } from '../lanes/index.ts';
import { askAddress } from './address.ts';
import { askApp, describeTier, limitsOfApp } from './app.ts';
import { type Recorded, recordCalls } from './record.ts';
import type { Step } from './step.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'files'>;

export interface Conversation {
  steps: Step[];
  /** A sentence for each limit and rate that no page confirms. */
  unconfirmed: string[];
  calls: Recorded[];
  /** What a channel would add. Undefined: there is one, or it would add nothing. */
  missing: string | undefined;
}

/**
 * Nothing is published, and nothing of the account changes. The token may be refreshed, as in any call. Without a channel,
 * only what the operator's keys allow.
 */
export async function converse(ctx: Ctx, network: Network, channel: Lane | undefined): Promise<Conversation> {
  const platform = ctx.outbound.callerOf(network.rules.platform, undefined);
  const { http, calls } = recordCalls(platform.http, network.secretAddresses === true);
  const recorded: Ctx = {
    ...ctx,
    outbound: { ...ctx.outbound, callerOf: (...of) => ({ ...ctx.outbound.callerOf(...of), http }) },
  };
  const address = await askAddress(ctx, network, platform.http);
  const { steps: ofKeys, values } = await askApp(recorded, network);
  const steps: Step[] = [...(address === undefined ? [] : [{ name: 'address', ...address }]), ...ofKeys];
  const asked =
    channel === undefined ? { steps: [], limits: undefined } : await askChannel(recorded, network, channel);
  const tier = describeTier(network, asked.limits ?? limitsOfApp(values ?? {}));
  if (asked.limits !== undefined || values !== undefined)
    steps.push(...tier.map((saw) => ({ name: 'tier', isOk: true, saw })));
  return {
    steps: [...steps, ...asked.steps],
    unconfirmed: describeUnconfirmed(network.rules, asked.limits),
    calls,
    missing: channel === undefined ? describeMissing(network) : undefined,
  };
}

function describeMissing({ rules, look, check, quota }: Network): string | undefined {
  const what = [
    ...(look === undefined ? [] : ['its scopes and limits']),
    ...(check === undefined ? [] : ['whether it could publish now']),
    ...(quota === undefined ? [] : ['its quota']),
    ...(listOptionFields(rules.settings).length === 0 ? [] : ['the values of settings']),
  ];
  if (what.length === 0) return undefined;
  return `No channel of ${rules.name} is connected. With one, this would also ask for ${what.join(', ')}.`;
}

async function askChannel(
  ctx: Ctx,
  network: Network,
  channel: Lane,
): Promise<{ steps: Step[]; limits: AccountLimits }> {
  const steps: Step[] = [];
  let limits = channel.limits;
  const ask = async (name: string, work: (session: Session) => Promise<string>) => {
    steps.push(
      await withSession(ctx, network, channel, work).then(
        (saw) => ({ name, isOk: true, saw }),
        (error: unknown) => ({ name, isOk: false, saw: sentenceOf(error) }),
      ),
    );
  };
  if (network.look !== undefined)
    await ask('account', async (session) => {
      const state = await network.look?.(session);
      limits = { ...limits, ...state?.limits };
      return describeAccount(state?.limits ?? {});
    });
  if (network.check !== undefined)
    await ask('check', async (session) => {
      const sentences = (await network.check?.(session)) ?? [];
      return sentences.length === 0 ? 'The account could publish now.' : sentences.join(' ');
    });
  if (network.quota !== undefined)
    await ask('quota', async (session) => {
      const quotas = (await network.quota?.(session)) ?? [];
      return (
        quotas.map(({ name, used, most }) => `${used} of ${most} ${name} used.`).join(' ') || 'No quota.'
      );
    });
  for (const path of listOptionFields(network.rules.settings)) {
    await ask(`options of ${path}`, async (session) => {
      const found = (await network.options?.(session, { field: path, query: undefined, settings: {} })) ?? [];
      return `${found.length} to choose from.`;
    });
  }
  return { steps, limits };
}

/** Paths of the settings that people choose from what the network offers. Settings are at most two levels deep. */
function listOptionFields(schema: unknown, prefix = ''): string[] {
  const properties = field(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const own = field(each, 'x-belfry') === 'options' ? [path] : [];
    return prefix === '' ? [...own, ...listOptionFields(each, path)] : own;
  });
}

function describeAccount(limits: AccountLimits): string {
  const { scopes, ...numbers } = limits;
  const names = Object.keys(numbers);
  const stated =
    names.length === 0 ? 'The network states no limits of its own.' : `It states ${names.join(', ')}.`;
  return scopes === undefined ? stated : `${stated} It allows ${scopes.join(', ')}.`;
}

/** `account`: undefined if no account was asked. */
function describeUnconfirmed(
  { limits, formats = {}, rates = [] }: Rules,
  account: AccountLimits | undefined,
): string[] {
  const ofFormats = Object.entries(formats).flatMap(([format, each]) =>
    listUnconfirmed(each.limits, account, ` (${format})`),
  );
  const ofRates = rates.flatMap(({ most, seconds, scope, source, confirmed }) =>
    confirmed === false
      ? [
          `${most} posts in ${seconds} s of a${scope === 'app' ? 'n' : ''} ${scope}: ${silenceOf(account)}. Read in ${source}.`,
        ]
      : [],
  );
  return [...listUnconfirmed(limits, account, ''), ...ofFormats, ...ofRates];
}

function silenceOf(account: AccountLimits | undefined): string {
  return account === undefined ? 'no account was asked' : 'the network said nothing about it';
}

function listUnconfirmed(limits: Limits, account: AccountLimits | undefined, where: string): string[] {
  return Object.entries(limits).flatMap(([name, { value, source, confirmed }]) => {
    if (confirmed !== false) return [];
    const stated = account?.[name as keyof Limits];
    const saw = stated === undefined ? silenceOf(account) : `the network says ${String(stated)}`;
    return [`${name}${where} ${String(value)}: ${saw}. Read in ${source}.`];
  });
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The call failed.';
}
