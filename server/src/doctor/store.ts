/** The SQL of the checks. */
import type { Db } from '../db/database.ts';

export interface DatabaseFacts {
  /** Such as "18.4". */
  version: string;
  /** Milliseconds since 1970, by the database's clock. */
  now: number;
}

export async function readFacts(db: Db) {
  return db.row<DatabaseFacts>(
    `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
}

/** A value sealed with the installation's secret; undefined before the first start. */
export async function findSealed(db: Db): Promise<Buffer | undefined> {
  return (await db.row<{ sealed: Buffer }>('select sealed from installation'))?.sealed;
}

export interface Backlog {
  /** Events that are older than a minute and not sealed. */
  unsealed: number;
  /** Mails with a failed try. */
  mails: number;
  /** Channels that a person must connect again. */
  held: number;
  /** Targets that may be live; Belfry cannot find out. */
  unconfirmed: number;
}

export async function readBacklog(db: Db): Promise<Backlog> {
  const row = await db.row<Backlog>(
    `select (select count(*) from events where seq is null and at < clock_now() - interval '1 minute') as unsealed,
       (select count(*) from mails where next_try_at is not null and tries > 0) as mails,
       (select count(*) from channels where needs_reconnect and deleted_at is null) as held,
       (select count(*) from targets where error ->> 'code' = 'outcome_unknown') as unconfirmed`,
  );
  return row ?? { unsealed: 0, mails: 0, held: 0, unconfirmed: 0 };
}
