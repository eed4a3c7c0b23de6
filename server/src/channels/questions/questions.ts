/** Questions that clients ask a network about a channel: the values of a setting, and what is left of its quotas. */
import { detail } from '@belfry/contract/details.ts';
import type { DataOf, QueryOf } from '@belfry/contract/routes.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Network, Session } from '@belfry/networks/core/network.ts';
import { allow, type Caller, canAccessChannel } from '../../access/roles.ts';
import { Cache } from '../../base/cache.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound, Problem } from '../../base/problem.ts';
import { counterOf, counterOfChannel, countSends, openRates, type Rates } from '../../rates/index.ts';
import { formatDuration } from '../../text/format.ts';
import { findGrants } from '../grants/store.ts';
import { withSession } from '../grants/with-session.ts';
import { type ChannelRow, findChannel } from '../store.ts';
import { hasOptions } from './fields.ts';
import { fitOptions, fitQuotas } from './stated.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host'>;

/** Milliseconds. */
const KEPT = 5 * 60_000;
const WINDOW = 60_000;
/** Questions about a channel that reach its network within the window. */
const MOST = 30;
/** UTF-16 units of the answers that a process keeps. One answer has some 60,000 at most. */
const ANSWERS = { each: 2 ** 18, all: 4 * 2 ** 20 };
const MAX_SETTINGS = 10 * 1024;

/** What a process remembers of the questions. */
export interface Asked {
  rates: Rates;
  answers: Cache<string, { at: number; answer: unknown }>;
}

export function openQuestions(ctx: Pick<Context, 'db' | 'clock'>): Asked {
  return { rates: openRates(ctx), answers: new Cache(ANSWERS) };
}

export async function listOptions(
  ctx: Ctx,
  asked: Asked,
  who: Caller,
  id: number,
  { field, q, settings: given }: QueryOf<'listSettingOptions'>,
): Promise<DataOf<'listSettingOptions'>> {
  allow(who, 'channel.read');
  const settings = readSettings(given);
  const { channel, network } = await readChannel(ctx, who, id);
  if (network.options === undefined || !hasOptions(network.rules.settings, field)) {
    const message = `${network.rules.name} has no list of values for the setting ${JSON.stringify(field)}.`;
    throw new Problem('not_found', { message });
  }
  const question = ['options', field, q ?? null, settings];
  return answer(ctx, asked, { channel, network, question }, async (session) =>
    fitOptions(ctx, (await network.options?.(session, { field, query: q, settings })) ?? []),
  );
}

export async function readQuotas(
  ctx: Ctx,
  asked: Asked,
  who: Caller,
  id: number,
): Promise<DataOf<'getChannelQuota'>> {
  allow(who, 'channel.read');
  const { channel, network } = await readChannel(ctx, who, id);
  const counted = await countQuotas(ctx, network, channel);
  if (network.quota === undefined) return counted;
  const stated = await answer(ctx, asked, { channel, network, question: ['quota'] }, async (session) =>
    fitQuotas((await network.quota?.(session)) ?? []),
  );
  return [...stated, ...counted];
}

/**
 * What Belfry counts of the formats that a network limits. Other rates are not told: most networks count calls, of which a
 * post may take several.
 */
async function countQuotas(
  { db }: Ctx,
  { rules: { rates = [], formats } }: Network,
  { id }: ChannelRow,
): Promise<DataOf<'getChannelQuota'>> {
  const quotas = [];
  for (const rate of rates) {
    const title = formats?.[rate.format ?? '']?.title.toLowerCase();
    if (title === undefined) continue;
    const used = await countSends(db, counterOf(counterOfChannel(id), rate), rate.seconds);
    const name = `${title}s in ${formatDuration(rate.seconds)}`;
    quotas.push({ name, used, most: rate.most, scope: rate.scope, resets_at: null });
  }
  return quotas;
}

async function readChannel(ctx: Ctx, who: Caller, id: number) {
  const found = await findChannel(ctx.db, who.workspaceId, id);
  const channel = orNotFound(found, () => canAccessChannel(who, id));
  return { channel, network: orNotFound(ctx.networks.get(channel.platform)) };
}

/** The settings are unchecked, since the person has not chosen all of them yet. */
function readSettings(text = '{}'): JsonObject {
  if (text.length > MAX_SETTINGS) throw invalid([detail('settings', 'too_long', { limit: MAX_SETTINGS })]);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalid([detail('settings', 'wrong_type', { expected: 'JSON object' })]);
}

interface Question {
  channel: ChannelRow;
  network: Network;
  question: unknown[];
}

/** A new sign-in, which may be by another app, gets new answers. */
async function answer<T>(
  ctx: Ctx,
  { rates, answers }: Asked,
  { channel, network, question }: Question,
  ask: (session: Session) => Promise<T>,
): Promise<T> {
  const [grant] = await findGrants(ctx.db, [channel]);
  if (channel.needs_reconnect || grant === undefined) throw new Problem('channel_disconnected');
  const key = JSON.stringify([channel.id, grant.id, grant.app_id, ...question]);
  const now = ctx.clock.now().getTime();
  const known = answers.find(key);
  if (known !== undefined && now - known.at < KEPT) return known.answer as T;
  await countQuestion(rates, channel);
  const found = await translateFaults(network, () => withSession(ctx, network, channel, ask));
  answers.add(key, { at: now, answer: found }, key.length + JSON.stringify(found).length);
  return found;
}

async function countQuestion(rates: Rates, { id }: ChannelRow): Promise<void> {
  const { used, ttl } = await rates.count(`questions about channel ${id}`, MOST, WINDOW);
  if (used <= MOST) return;
  const seconds = Math.ceil(ttl / 1000);
  const message = `A channel’s network is asked at most ${MOST} times a minute; try again in ${seconds} s.`;
  throw new Problem('rate_limited', { message, headers: { 'retry-after': `${seconds}` } });
}

async function translateFaults<T>({ rules }: Network, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    const { fault } = error;
    const message = `${rules.name}: ${fault.message}`;
    if (fault.kind === 'reconnect' || fault.kind === 'expired') {
      throw new Problem('channel_disconnected', { message });
    }
    if (fault.kind === 'rejected') {
      const { missingScope: scope, cause } = fault;
      const details = { scope, ...(cause !== undefined && { cause }) };
      throw new Problem('network_refused', { message, ...(scope !== undefined && { details }) });
    }
    const wait = fault.kind === 'throttled' ? fault.retryAfter : null;
    const headers = wait === null ? {} : { 'retry-after': `${Math.ceil(wait)}` };
    throw new Problem('network_unreachable', { message, headers });
  }
}
