/** Writes a backlog of one target per post directly into a service's database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../server/src/db/database.ts';

export interface Backlog {
  channels: number;
  targetsEach: number;
  /** Seconds from now. */
  ahead: number;
}

/** Maximum seconds to wait. */
const TIMEOUT = 300;

/** The channels take turns. All targets are due at the same moment, which is returned. */
export async function fill(db: Database, { channels, targetsEach, ahead }: Backlog): Promise<string> {
  const row = await db.row<{ at: string }>('select clock_now() + make_interval(secs => $1) as at', [ahead]);
  const at = row?.at ?? '';
  await db.rows(
    `with lanes as (
       select id, workspace_id, row_number() over (order by id) as nth from channels where not needs_reconnect limit $2),
     posts as (
       insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
       select lanes.workspace_id, 1, 'Post ' || round || ' of ' || lanes.id, 'scheduled', $1, $1
       from generate_series(1, $3::int) round, lanes order by round, nth returning id, workspace_id, content)
     insert into targets (workspace_id, post_id, channel_id, position, due_at, wake_at)
     select workspace_id, id, split_part(content, ' ', 4)::bigint, 0, $1, $1 from posts order by id`,
    [at, channels, targetsEach],
  );
  await db.rows(
    'update channels set next_due_at = $1 where id in (select channel_id from targets where due_at = $1)',
    [at],
  );
  await db.rows('vacuum analyze');
  await db.rows("select pg_notify('belfry_due', '')");
  return at;
}

/** Seconds from the backlog's due time until its last target is published. */
export async function untilPublished(db: Database, at: string): Promise<number> {
  for (let waited = 0; waited < TIMEOUT; waited += 1) {
    await sleep(1000);
    const found = await db.row<{ open: number; seconds: number }>(
      `select count(*) filter (where status <> 'published')::int as open,
         extract(epoch from max(published_at) - $1)::float8 as seconds
       from targets where due_at = $1`,
      [at],
    );
    if (found?.open === 0) return found.seconds;
  }
  throw new Error(`the backlog was not published within ${TIMEOUT} s`);
}
