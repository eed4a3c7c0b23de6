/** Fills a database with posts that are all due at one moment in the far future. */
import type { Database } from '../server/src/db/database.ts';

export interface Crowd {
  channels: number;
  targetsEach: number;
}

/** Nine of ten channels belong to the first workspace, the others to many small ones. */
const WORKSPACES = 51;

/** Like the service's own writes, with all keys, indexes and foreign keys active. */
export async function seed(db: Database, { channels, targetsEach }: Crowd): Promise<void> {
  await db.rows("insert into users (email, name, password_hash) values ('ada@example.com', 'Ada', '')");
  await db.rows("insert into workspaces (name) select 'Workspace ' || n from generate_series(1, $1::int) n", [
    WORKSPACES,
  ]);
  await db.rows(
    `insert into channels (workspace_id, platform, account_id, name, username, next_due_at)
     select case when n <= $1::int * 0.9 then 1 else 2 + n % ($2::int - 1) end,
       'sandbox', n, 'Channel ' || n, 'channel' || n, '2035-01-01 09:00Z'
     from generate_series(1, $1::int) n`,
    [channels, WORKSPACES],
  );
  // In the order in which people write: the channels take turns.
  await db.rows(
    `insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
     select c.workspace_id, 1, repeat('The bells ring. ', 12), 'scheduled', '2035-01-01 09:00Z', '2035-01-01 09:00Z'
     from generate_series(1, $1::int) round, channels c order by round, c.id`,
    [targetsEach],
  );
  await db.rows(
    `insert into targets (workspace_id, post_id, channel_id, position, due_at, wake_at)
     select p.workspace_id, p.id, (p.id - 1) % $1::int + 1, 0, p.scheduled_at, p.scheduled_at
     from posts p order by p.id`,
    [channels],
  );
  await db.rows('vacuum analyze');
}

/** Moves the clock ten years ahead, so that all targets are due. */
export async function jumpAhead(db: Database): Promise<void> {
  await db.rows(
    `create or replace function clock_now() returns timestamptz language sql stable
     as 'select now() + interval ''10 years'''`,
  );
}
