/** An e-mail address belongs to the user who proved it, by a mailed link or through the OpenID Connect provider. */
import type { Tx } from '../../db/database.ts';
import { recordUserEvent } from '../store.ts';
import { isTaken, lockAddress, removeUnproved } from './store.ts';

export interface Claim {
  email: string;
  /** If so, a user who has the address without proof loses it. */
  isProved: boolean;
  /** Absent for a user who does not exist yet. */
  userId?: number;
}

/** Whether this user can have the address. The answer holds until the transaction ends. */
export async function claimAddress(tx: Tx, { email, isProved, userId }: Claim): Promise<boolean> {
  const own = userId ?? null;
  await lockAddress(tx, email);
  if (isProved) {
    const formerUserId = await removeUnproved(tx, email, own);
    if (formerUserId !== undefined) await recordUserEvent(tx, formerUserId, 'email.lost', {});
  }
  return !(await isTaken(tx, email, own));
}
