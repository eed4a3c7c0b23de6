/**
 * The operator's budget for numbers that cost money: how many posts may be read at a network in a month, in UTC. It
 * counts all versions of the network's app together, because the operator pays for each.
 */
import { isDefinite, NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../db/database.ts';
import { giveBack, listCounts, reserveInMonth } from '../../rates/index.ts';

const subjectOf = (platform: string) => `numbers of posts at ${platform}`;

/** A network that charges for numbers is measured only if the operator has set a budget. */
export function isPaidFor({ config }: Pick<Context, 'config'>, { rules, measure }: Network): boolean {
  return measure?.costs === undefined || budgetOf(config, rules.platform) > 0;
}

/**
 * Reads numbers of so many posts. Counts them before the call, so that neither a crash nor a lost answer makes room for
 * more. Undefined: less is left of this month's budget, and the network was not asked.
 */
export async function withinBudget<T>(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { rules: { platform }, measure }: Network,
  posts: number,
  read: () => Promise<T>,
): Promise<T | undefined> {
  if (measure?.costs === undefined) return read();
  const budget = budgetOf(config, platform);
  const reserved = await reserveInMonth(db, subjectOf(platform), posts, budget);
  if (reserved === undefined) return undefined;
  try {
    return await read();
  } catch (error) {
    if (error instanceof NetworkFault && isDefinite(error.fault)) await giveBack(db, reserved);
    throw error;
  }
}

export interface BudgetUse {
  platform: string;
  /** Posts in this month. */
  used: number;
}

/** For each network that charges. */
export async function readBudgetsUsed(db: Db, networks: Iterable<Network>): Promise<BudgetUse[]> {
  const platforms = [...networks].flatMap(({ rules, measure }) =>
    measure?.costs === undefined ? [] : [rules.platform],
  );
  const counts = await listCounts(db, platforms.map(subjectOf));
  return platforms.map((platform) => ({
    platform,
    used: counts.find(({ subject }) => subject === subjectOf(platform))?.used ?? 0,
  }));
}

function budgetOf({ measureBudget }: Context['config'], platform: string): number {
  return measureBudget[platform] ?? 0;
}
