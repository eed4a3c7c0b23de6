/** All SQL that counts sends. */
import type { Db, Tx } from '../../db/database.ts';
import { appOf } from '../../lanes/index.ts';

/** At most `most` sends within `seconds`. */
export interface Count {
  counter: string;
  most: number;
  seconds: number;
}

/** The counter of the app with which the channel's grant was issued. Others wait for it until the transaction ends. */
export async function lockAppCounter(tx: Tx, family: string, channelId: number): Promise<string> {
  const row = await tx.row<{ counter: string; locked: string }>(
    `select counter, pg_advisory_xact_lock(hashtextextended(counter, 0))::text as locked from (
       select 'app:' || $1::text || coalesce(':' || ${appOf('$2')}, '') as counter) as app`,
    [family, channelId],
  );
  if (row === undefined) throw new Error('the app has no counter');
  return row.counter;
}

/**
 * Counts one send, as `units`, unless a count has not so many left. Then it returns the one that takes longest, in seconds
 * from now. What no count ever has left waits until nothing else counts.
 */
export async function countSend(
  tx: Tx,
  counts: readonly Count[],
  units: number,
): Promise<(Count & { wait: number }) | undefined> {
  return tx.row<Count & { wait: number }>(
    `with counts as (select * from json_to_recordset($1) as c(counter text, most int, seconds float8)),
     used_up as (
       select counts.*, extract(epoch from s.at - clock_now())::float8 + counts.seconds as wait
       from counts cross join lateral (
         select at from sends where sends.counter = counts.counter
           and at > clock_now() - make_interval(secs => counts.seconds)
         order by at desc offset greatest(counts.most - $2::int, 0) limit 1) s),
     expired as (
       delete from sends using (select counter, max(seconds) as seconds from counts group by counter) as longest
       where sends.counter = longest.counter and at <= clock_now() - make_interval(secs => longest.seconds)),
     counted as (
       insert into sends (counter) select counter
         from (select distinct counter from counts where not exists (select from used_up)) as each, generate_series(1, $2::int))
     select counter, most, seconds, wait from used_up order by wait desc limit 1`,
    [JSON.stringify(counts), units],
  );
}

/** Deletes what channels and apps have left behind that no longer publish. No network counts longer than a month. */
export async function deleteOldSends(db: Db): Promise<void> {
  await db.rows("delete from sends where at < clock_now() - interval '31 days'");
}
