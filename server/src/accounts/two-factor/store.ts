import type { Tx } from '../../db/database.ts';

export interface Factor {
  sealed: Buffer;
  /** False: the person has started to turn it on, and no code has confirmed it yet. */
  confirmed: boolean;
}

/** Stores a new seed, in place of an unconfirmed one. False if a confirmed one exists. */
export async function saveSeed(tx: Tx, userId: number, sealed: Buffer): Promise<boolean> {
  const row = await tx.row(
    `insert into second_factors as f (user_id, sealed) values ($1, $2)
     on conflict (user_id) do update set sealed = excluded.sealed where f.confirmed_at is null
     returning 1`,
    [userId, sealed],
  );
  return row !== undefined;
}

/** Locks it until the transaction ends. */
export async function lockFactor(tx: Tx, userId: number) {
  return tx.row<Factor>(
    'select sealed, confirmed_at is not null as confirmed from second_factors where user_id = $1 for update',
    [userId],
  );
}

/** False if the code of this period or of a later one was used before. */
export async function consumeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const row = await tx.row(
    'update second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning 1',
    [userId, step],
  );
  return row !== undefined;
}

/** Each code works once. False if it is unknown or was used before. */
export async function consumeRecoveryCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const row = await tx.row('delete from recovery_codes where user_id = $1 and hash = $2 returning 1', [
    userId,
    hash,
  ]);
  return row !== undefined;
}

export async function confirmFactor(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.rows('update second_factors set confirmed_at = clock_now() where user_id = $1', [userId]);
  await tx.rows('insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
}

export async function deleteFactor(tx: Tx, userId: number): Promise<void> {
  await tx.rows('delete from second_factors where user_id = $1', [userId]);
}
