/** Who gets an e-mail address: the account that proved it, by a mailed link or by the word of the OpenID provider. */
import type { Db } from '../../db/database.ts';
import { recordAccountEvent } from '../ways.ts';
import { isHeld, lockAddress, takeUnproven } from './store.ts';

export interface Claim {
  email: string;
  /** Then an account that holds the address without proof loses it. */
  isProven: boolean;
  /** The account that is to get it, where there is one. */
  userId?: number;
}

/** Whether the address is free for this claim; it stays so until the transaction ends. */
export async function claimAddress(tx: Db, { email, isProven, userId }: Claim): Promise<boolean> {
  const own = userId ?? null;
  await lockAddress(tx, email);
  if (isProven) {
    const loser = await takeUnproven(tx, email, own);
    if (loser !== undefined) await recordAccountEvent(tx, loser, 'email.lost');
  }
  return !(await isHeld(tx, email, own));
}
