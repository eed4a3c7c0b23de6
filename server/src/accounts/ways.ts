/** A person cannot remove their own last way in. */

import { Problem } from '../base/problem.ts';
import type { Config } from '../config/index.ts';
import type { Tx } from '../db/database.ts';
import { countWaysIn, lockUser } from './store.ts';

/** Runs `remove`. Throws `last_way_in`, which rolls the transaction back, if the person could no longer sign in. */
export async function requireAnotherWayIn<T>(
  tx: Tx,
  { openId }: Pick<Config, 'openId'>,
  userId: number,
  remove: () => Promise<T>,
): Promise<T> {
  await lockUser(tx, userId);
  const removed = await remove();
  if ((await countWaysIn(tx, userId, openId?.issuer ?? null)) === 0) throw new Problem('last_way_in');
  return removed;
}
