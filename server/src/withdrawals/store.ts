/** All SQL of withdrawals. */
import type { Db, Tx } from '../db/database.ts';

/** False if the same message was received before. */
export async function insertWithdrawal(tx: Tx, digest: Buffer, code: string | null): Promise<boolean> {
  const row = await tx.row(
    `insert into withdrawals (digest, code, channels) values ($1, $2, 0) on conflict (digest) do nothing
     returning channels`,
    [digest, code],
  );
  return row !== undefined;
}

export async function noteChannels(tx: Tx, digest: Buffer, channels: number): Promise<void> {
  await tx.rows('update withdrawals set channels = $2 where digest = $1', [digest, channels]);
}

export interface Deletion {
  channels: number;
  received_at: string;
}

export async function findDeletion(db: Db, code: string) {
  return db.row<Deletion>('select channels, received_at from withdrawals where code = $1', [code]);
}

/** The state of a deletion can be seen for a year. The others are kept for longer than a message is accepted. */
export async function deleteOldWithdrawals(db: Db): Promise<void> {
  await db.rows(
    `delete from withdrawals where received_at < clock_now() - interval '1 day'
       and (code is null or received_at < clock_now() - interval '1 year')`,
  );
}
