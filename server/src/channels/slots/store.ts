import type { Db } from '../../db/database.ts';
import { momentAt } from '../../db/local-time.ts';
import { type DayTime, EVERY_DAY } from '../store.ts';

interface SlotRow {
  at: string;
  channel_ids: number[];
  taken: { channel_id: number; post_id: number }[];
}

/** The posting times of a window that are still ahead, in order. `taken`: the posts on any of the channels then. */
export async function listTimes(
  db: Db,
  ask: {
    workspaceId: number;
    timeZone: string;
    channelIds: readonly number[];
    times: readonly (DayTime & { channelId: number })[];
    from: string;
    to: string;
    limit: number;
  },
) {
  // The local days of the window, and one more at each end: a clock change moves a slot into or out of it.
  return db.rows<SlotRow>(
    `with dates as (
       select ($3::timestamptz at time zone $2)::date + n as date
       from generate_series(-1, ($4::timestamptz at time zone $2)::date - ($3::timestamptz at time zone $2)::date + 1) as n),
     times as (
       select date + time::time as local, array_agg(channel_id) as channel_ids
       from dates join unnest($5::int[], $6::text[], $7::bigint[]) as t(day, time, channel_id)
         on t.day in (${EVERY_DAY}, extract(isodow from date))
       group by 1),
     moments as (select ${momentAt('local', '$2')} as at, channel_ids from times),
     slots as (
       select at, jsonb_agg(distinct channel_id) as channel_ids
       from moments, unnest(channel_ids) as channel_id
       where at > clock_now() and at between $3 and $4
       group by at order by at limit $9),
     taken as (
       select p.planned_at as at, jsonb_agg(jsonb_build_object('channel_id', t.channel_id, 'post_id', p.id)
         order by p.id, t.channel_id) as taken
       from targets t join posts p on p.id = t.post_id
       where t.workspace_id = $1 and t.channel_id = any($8) and p.planned_at > clock_now()
         and p.planned_at between $3 and $4 and p.status <> 'draft'
       group by p.planned_at)
     select s.at, s.channel_ids, coalesce(taken.taken, '[]') as taken
     from slots s left join taken using (at) order by s.at`,
    [
      ask.workspaceId,
      ask.timeZone,
      ask.from,
      ask.to,
      ask.times.map(({ day }) => day),
      ask.times.map(({ time }) => time),
      ask.times.map(({ channelId }) => channelId),
      ask.channelIds,
      ask.limit,
    ],
  );
}
