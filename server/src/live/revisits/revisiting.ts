/** Reads published posts again whose pages their networks name later, at fixed times after publishing. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network, PublishedPart } from '@belfry/networks/core/network.ts';
import { isStatedId, statedAddress } from '@belfry/networks/core/stated.ts';
import type { Context } from '../../base/context.ts';
import { withSession } from '../../channels/index.ts';
import { planReadings } from '../store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'networks' | 'vault' | 'apps' | 'outbound' | 'clock' | 'host' | 'log'>;

const HOUR = 3600;
/** Seconds after publishing. After the last one, the post stays without a page. */
const TIMES = [600, HOUR, 6 * HOUR, 24 * HOUR] as const;
/** Seconds after publishing in which a first reading still makes sense. */
const HORIZON = 24 * HOUR;

const BATCH = 20;
/** Seconds. */
const LEASE = 600;
/** Seconds before something is due in which a channel is not asked. */
const MARGIN = 120;

/** Reads all posts again that are due. Several processes share the work. Reading one twice does no harm. */
export async function revisitDue(ctx: Ctx, ending: AbortSignal): Promise<void> {
  const platforms = [...ctx.networks.values()].flatMap(({ rules, revisit }) =>
    revisit === undefined ? [] : [rules.platform],
  );
  if (platforms.length === 0) return;
  await planReadings(ctx.db, 'revisits', platforms, { within: HORIZON, first: TIMES[0] });
  for (let found = BATCH; found === BATCH && !ending.aborted; ) {
    const due = await store.claimRevisits(ctx.db, { limit: BATCH, lease: LEASE, margin: MARGIN });
    await Promise.all(due.map((revisit) => perform(ctx, revisit)));
    found = due.length;
  }
}

/** A failure waits for the next time, as an answer without a page does. */
async function perform(ctx: Ctx, due: store.DueRevisit): Promise<void> {
  const network = ctx.networks.get(due.channel.platform);
  let parts: PublishedPart[] | undefined;
  try {
    if (network !== undefined) parts = await readParts(ctx, network, due);
  } catch (error) {
    if (!(error instanceof NetworkFault))
      ctx.log.error({ err: error, target: due.target_id }, 'a published post could not be read again');
  }
  const next = parts?.[0]?.url ? null : (TIMES[due.taken + 1] ?? null);
  await ctx.db.transaction((tx) => store.storeRevisit(tx, due, { parts, next }));
}

/** All parts as the network names them now. Undefined: as before. */
async function readParts(
  ctx: Ctx,
  network: Network,
  { parts, channel }: store.DueRevisit,
): Promise<PublishedPart[] | undefined> {
  const read: PublishedPart[] = [];
  for (const part of parts) read.push(part.url === null ? await readPart(ctx, network, channel, part) : part);
  return read.some((part, at) => part !== parts[at]) ? read : undefined;
}

/** The part itself if the network names nothing new. */
async function readPart(
  ctx: Ctx,
  network: Network,
  channel: store.DueRevisit['channel'],
  part: PublishedPart,
): Promise<PublishedPart> {
  const found = await withSession(ctx, network, channel, async (session) => network.revisit?.(part, session));
  if (!found || !isStatedId(found.id)) return part;
  // The network chose this address, and people will click on it.
  const url = statedAddress(found.url);
  return url === null && found.id === part.id ? part : { id: found.id, url };
}
