/** Nobody takes away their own last way in. */
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { Problem } from '../problem.ts';
import { countWaysIn, lockUser } from './store.ts';

/** Runs `remove`, and takes it back with the transaction (`last_way_in`) when the person could not sign in any more. */
export async function requireAnotherWayIn<T>(
  tx: Db,
  { openId }: Pick<Config, 'openId'>,
  userId: number,
  remove: () => Promise<T>,
): Promise<T> {
  await lockUser(tx, userId);
  const removed = await remove();
  if ((await countWaysIn(tx, userId, openId?.issuer ?? null)) === 0) throw new Problem('last_way_in');
  return removed;
}

export { lockUser, recordAccountEvent } from './store.ts';
