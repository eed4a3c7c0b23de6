/** Reads the numbers that networks show about published posts, at fixed times after publishing. */
import { backOff } from '@belfry/engine/outcome.ts';
import { faultIn, NetworkFault, type Throttled } from '@belfry/networks/core/fault.ts';
import { type Measuring, type Metrics, metricNames } from '@belfry/networks/core/metrics.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { statedNumber } from '@belfry/networks/core/stated.ts';
import type { Context } from '../../base/context.ts';
import { withSession } from '../../channels/index.ts';
import { listPlatformsOfApp } from '../../network-apps/index.ts';
import { planReadings } from '../store.ts';
import { isPaidFor, withinBudget } from './budget.ts';
import * as store from './store.ts';

type Ctx = Pick<
  Context,
  'config' | 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'log'
>;

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds after publishing. Shortly before whole days, because some networks keep numbers of stories for a day only. */
const TIMES = [HOUR, 6 * HOUR, 23 * HOUR, 3 * DAY, 7 * DAY, 29 * DAY] as const;
/** Seconds after publishing in which a first measurement still makes sense. */
const HORIZON = 29 * DAY;

const BATCH = 20;
/** Seconds. The calls for one batch take less, also if the network is slow. */
const LEASE = 600;
/** Seconds before something is due in which a channel is not measured. */
const MARGIN = 120;
/** Failed tries after which a measurement is given up. */
const MAX_TRIES = 6;
/** A first wait of a minute, since numbers are never urgent. */
const FIRST_TRY = 6;
/** Seconds for which a network is left alone that names no time. */
const REST = 900;
const MOST = Number.MAX_SAFE_INTEGER;

/** Reads all numbers that are due. Several processes share the work. */
export async function measureDue(ctx: Ctx, ending: AbortSignal): Promise<void> {
  const platforms = [...ctx.networks.values()].flatMap((network) =>
    network.measure !== undefined && isPaidFor(ctx, network) ? [network.rules.platform] : [],
  );
  if (platforms.length === 0) return;
  await planReadings(ctx.db, 'measurements', platforms, { within: HORIZON, first: TIMES[0] });
  const resting = new Set<string>();
  for (let found = 1; found > 0; ) {
    const channels = await store.claimMeasurements(ctx.db, { limit: BATCH, lease: LEASE, margin: MARGIN });
    for (const each of channels) {
      if (ending.aborted) return;
      if (!resting.has(each.channel.platform)) await measureChannel(ctx, each, resting);
    }
    found = channels.length;
  }
}

export const deleteExpiredMetrics = store.deleteExpired;

/** Adds to `resting` the networks that must not be asked for a while. */
async function measureChannel(
  ctx: Ctx,
  { channel, due }: store.DueChannel,
  resting: Set<string>,
): Promise<void> {
  const network = ctx.networks.get(channel.platform);
  if (network?.measure === undefined) return;
  const measuring = network.measure;
  for (let from = 0; from < due.length; from += measuring.batch) {
    const group = due.slice(from, from + measuring.batch);
    const parts = group.map(({ part }) => part);
    try {
      const read = await withSession(ctx, network, channel, (session) =>
        withinBudget(ctx, network, parts.length, () => measuring.read(parts, session)),
      );
      if (read === undefined) return rest(ctx, [channel.platform], HOUR, resting);
      await storeAll(ctx, measuring, group, read);
    } catch (error) {
      const throttled = faultIn(error, 'throttled') as Throttled | undefined;
      if (throttled?.scope === 'app') return restApp(ctx, network, throttled, resting);
      // The network would refuse the channel's other posts, too.
      await afterError(ctx, measuring, throttled === undefined ? group : due.slice(from), error);
      if (throttled !== undefined) return;
    }
  }
}

/** Reading numbers does not close the gate of the app: networks count it apart from publishing. */
async function restApp(
  ctx: Ctx,
  network: Network,
  { retryAfter }: Throttled,
  resting: Set<string>,
): Promise<void> {
  await rest(ctx, listPlatformsOfApp(ctx.networks.values(), network), retryAfter ?? REST, resting);
}

async function rest(
  { db }: Pick<Ctx, 'db'>,
  platforms: readonly string[],
  seconds: number,
  resting: Set<string>,
): Promise<void> {
  for (const platform of platforms) resting.add(platform);
  await store.restMeasurements(db, platforms, seconds);
}

/** A network may tell nothing of a post yet: one that nobody has seen, or whose id it gives later. */
async function storeAll(
  { db }: Pick<Ctx, 'db'>,
  { keepFor }: Measuring,
  group: readonly store.DueMeasurement[],
  read: ReadonlyMap<string, Metrics>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const measurement of group) {
      const found = read.get(measurement.part.id);
      const numbers = found && clean(found);
      await store.storeMetrics(tx, { measurement, numbers }, planNext(measurement), keepFor);
    }
  });
}

/** Leaves out times that have passed meanwhile, because the network would only show the same numbers again. */
function planNext({ age }: store.DueMeasurement): store.Plan {
  const taken = TIMES.filter((time) => time <= age).length;
  return { taken, next: TIMES[taken] ?? null };
}

/** A network may state anything. */
function clean(stated: Metrics): Metrics {
  const numbers = metricNames.map((name) => [name, statedNumber(stated[name], 0, MOST)] as const);
  return Object.fromEntries(numbers.filter(([, value]) => value !== undefined));
}

async function afterError(
  ctx: Ctx,
  { keepFor }: Measuring,
  group: readonly store.DueMeasurement[],
  error: unknown,
): Promise<void> {
  const fault = error instanceof NetworkFault ? error.fault : undefined;
  if (fault === undefined) ctx.log.error({ err: error }, 'the numbers of posts could not be read');
  for (const measurement of group) {
    const { target_id, tries } = measurement;
    if (tries + 1 < MAX_TRIES && fault?.kind !== 'rejected') {
      const asked = fault?.kind === 'throttled' ? (fault.retryAfter ?? 0) : 0;
      await store.putOffMeasurements(ctx.db, [target_id], Math.max(asked, backOff(tries + FIRST_TRY)));
    } else {
      const reading = { measurement, numbers: undefined };
      await ctx.db.transaction((tx) => store.storeMetrics(tx, reading, planNext(measurement), keepFor));
    }
  }
}
