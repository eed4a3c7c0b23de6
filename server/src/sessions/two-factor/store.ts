import type { Db } from '../../db/database.ts';

export interface Factor {
  sealed: Buffer;
  /** False: begun, and not in force. */
  confirmed: boolean;
}

/** Keeps a new seed in place of one that was never confirmed; false when one is in force. */
export async function saveSeed(tx: Db, userId: number, sealed: Buffer): Promise<boolean> {
  const row = await tx.row(
    `insert into second_factors as f (user_id, sealed) values ($1, $2)
     on conflict (user_id) do update set sealed = excluded.sealed where f.confirmed_at is null
     returning 1`,
    [userId, sealed],
  );
  return row !== undefined;
}

/** Until the transaction ends nobody else uses it. */
export async function holdFactor(tx: Db, userId: number): Promise<Factor | undefined> {
  return tx.row<Factor & { sealed: Buffer }>(
    'select sealed, confirmed_at is not null as confirmed from second_factors where user_id = $1 for update',
    [userId],
  );
}

export async function isInForce(db: Db, userId: number): Promise<boolean> {
  const row = await db.row('select 1 from second_factors where user_id = $1 and confirmed_at is not null', [
    userId,
  ]);
  return row !== undefined;
}

/** False when the code of this half minute, or a later one, was used before. */
export async function useStep(tx: Db, userId: number, step: number): Promise<boolean> {
  const row = await tx.row(
    'update second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning 1',
    [userId, step],
  );
  return row !== undefined;
}

/** True once. */
export async function useRecoveryCode(tx: Db, userId: number, hash: Buffer): Promise<boolean> {
  const row = await tx.row('delete from recovery_codes where user_id = $1 and hash = $2 returning 1', [
    userId,
    hash,
  ]);
  return row !== undefined;
}

export async function confirmFactor(tx: Db, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.rows('update second_factors set confirmed_at = clock_now() where user_id = $1', [userId]);
  await tx.rows('insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
}

export async function deleteFactor(tx: Db, userId: number): Promise<void> {
  await tx.rows('delete from second_factors where user_id = $1', [userId]);
}
