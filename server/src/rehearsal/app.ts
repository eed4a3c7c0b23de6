/** What the operator's keys alone allow, without a person and without a channel. */
import { field, type JsonObject, textField } from '@belfry/networks/core/json.ts';
import type { AccountLimits } from '@belfry/networks/core/limits.ts';
import type { Caller, Network } from '@belfry/networks/core/network.ts';
import { withTier } from '@belfry/networks/core/tiers.ts';
import type { Context } from '../base/context.ts';
import { redirectUriOf } from '../channels/index.ts';
import { familyOf } from '../network-apps/index.ts';
import { checkAgainst } from '../validation/index.ts';
import type { Step } from './step.ts';

type Ctx = Pick<Context, 'config' | 'apps' | 'outbound'>;

export interface AppState {
  steps: Step[];
  /** The values of the keys. Undefined: none are set. */
  values: JsonObject | undefined;
}

/** Whether the keys are set and in the right form, and whether the network knows them. */
export async function askApp(ctx: Ctx, network: Network): Promise<AppState> {
  const family = familyOf(network);
  const { app, rules } = network;
  if (family === undefined || app === undefined) return { steps: [], values: undefined };
  const values = (await ctx.apps.find(network))?.values;
  if (values === undefined) {
    const saw = `The keys of the app at ${rules.name} are not set. docs/network-apps.md says how.`;
    return { steps: app.optional ? [] : [{ name: 'keys', isOk: false, saw }], values };
  }
  const wrong = checkAgainst(app.keys, values, family);
  if (wrong.length > 0) {
    const saw = wrong.map(({ message }) => message).join(' ');
    return { steps: [{ name: 'keys', isOk: false, saw }], values };
  }
  return { steps: [{ name: 'keys', ...(await askTokenEndpoint(ctx, network, values)) }], values };
}

/**
 * Ends a sign-in with a code that nobody got. The network refuses it, and most say whether they know the app. Their own
 * words stay out of the sentence, because they may repeat what was sent.
 */
async function askTokenEndpoint(
  ctx: Ctx,
  { oauth, rules, app }: Network,
  values: JsonObject,
): Promise<Omit<Step, 'name'>> {
  const set = 'They are set, and in the right form.';
  if (oauth === undefined || app?.optional || checkAgainst(oauth.input, {}, '').length > 0)
    return { isOk: true, saw: set };
  let answered: { status: number; code: string } | undefined;
  const caller = ctx.outbound.callerOf(rules.platform, values);
  const http: Caller['http'] = async (request) => {
    const { status, json } = await caller.http(request);
    answered = { status, code: codeOf(json) };
    throw new Error('The code was made up.');
  };
  const state = 'made-up';
  const apps = { get: async () => undefined, put: async () => undefined };
  const asking = { ...caller, http, redirectUri: redirectUriOf(ctx.config), state, apps };
  try {
    const { secret } = await oauth.begin({}, asking);
    await oauth.finish({ code: state, state }, secret, asking);
  } catch (error) {
    if (answered === undefined) return { isOk: false, saw: (error as Error).message };
  }
  if (answered === undefined) return { isOk: true, saw: set };
  const code = answered.code === '' ? '' : ` (${answered.code})`;
  const told = `${rules.name} answered a made-up sign-in with ${answered.status}${code}`;
  if (/^(?:invalid_client|unauthorized_client)$/.test(answered.code))
    return { isOk: false, saw: `${told}: it does not know this app, or its secret is wrong.` };
  const known = answered.code === 'invalid_grant' ? ', so it knows the app' : '';
  return { isOk: answered.status < 500, saw: `${set} ${told}${known}.` };
}

/** The error of OAuth 2 or of a Graph API. Empty if the answer has none. */
function codeOf(json: unknown): string {
  const code = field(json, 'error', 'code') ?? field(json, 'code');
  const text = textField(json, 'error') ?? (typeof code === 'number' ? String(code) : '');
  return /^\w{1,40}$/.test(text) ? text : '';
}

/** What the network's rules say about the app of this account, or of any account with these keys. */
export function describeTier({ rules }: Network, account: AccountLimits): string[] {
  const version = { text: '', settings: {}, media: [] };
  const advice = rules.advise?.(version, account) ?? [];
  return advice.flatMap(({ rule, message }) => (rule.startsWith('app.') ? [message] : []));
}

/** The scopes that every account of this app has. Adapters name the switches of an app that are on as scopes. */
export function limitsOfApp(values: JsonObject): AccountLimits {
  const on = Object.keys(values).filter((name) => values[name] === true);
  return { scopes: withTier(on, values) };
}
