/** All SQL of logins that must be ended at their networks. */
import type { Db, Tx } from '../../../db/database.ts';
import { type Lane, USES_GRANT } from '../../../lanes/index.ts';

export interface Revocation {
  id: number;
  workspace_id: number;
  channel_id: number;
  platform: string;
  account_id: string;
  /** The removed channel. */
  lane: Lane;
  login: string | null;
  sealed: Buffer;
  app_id: number | null;
  /** Tries before this one. */
  tries: number;
}

/** Reserves revocations that are due, each for one process. */
export async function reserveRevocations(db: Db, seconds: number, limit: number) {
  return db.rows<Revocation>(
    `with due as (
       select id from revocations where try_at <= clock_now() order by try_at limit $2 for update skip locked)
     update revocations r set try_at = clock_now() + make_interval(secs => $1), tries = tries + 1
     from due where r.id = due.id
     returning r.id, r.workspace_id, r.channel_id, r.platform, r.account_id, r.lane, r.login, r.sealed, r.app_id,
       r.tries - 1 as tries`,
    [seconds, limit],
  );
}

/**
 * Whether a channel of any workspace still uses this login. An account whose network names no login counts as one: to
 * end its grant might end another one of the same account.
 */
export async function isHeld(
  db: Db,
  { platform, account_id, login }: Pick<Revocation, 'platform' | 'account_id' | 'login'>,
): Promise<boolean> {
  const row = await db.row<{ held: boolean }>(
    `select exists (
       select from channels c join grants g on ${USES_GRANT}
       where c.platform = $1 and c.deleted_at is null and case when $3::text is null
         then g.login is null and c.account_id = $2 else g.login = $3 end) as held`,
    [platform, account_id, login],
  );
  return row?.held === true;
}

export async function putOffRevocation(db: Db, id: number, seconds: number): Promise<void> {
  await db.rows('update revocations set try_at = clock_now() + make_interval(secs => $2) where id = $1', [
    id,
    seconds,
  ]);
}

/** False if it was deleted before. */
export async function deleteRevocation(tx: Tx, id: number): Promise<boolean> {
  return (await tx.row('delete from revocations where id = $1 returning id', [id])) !== undefined;
}
