/**
 * Fills a database with years of use: most posts are published, with their timelines, the others are due in the future.
 */
import { pipeline } from 'node:stream/promises';
import type { Database } from '../server/src/db/database.ts';
import { drawKey, hashKey } from '../server/src/keys/key.ts';

/** `posts` is a multiple of five times the channels, so that the last turn of all channels is complete. */
export interface Past {
  posts: number;
  channels: number;
  /** Channels of the first workspace; every other workspace has ten. */
  large: number;
  /** Days between the first and the last post; the last fifth of them is in the future. */
  days: number;
}

/** Number of rows that a published post of one target leaves in each table. A check compares it with the service. */
export const ROWS = { posts: 1, targets: 1, journal: 1, events: 6 };

export interface Seeded {
  /** Keys of the large workspace and of a small one. */
  keys: { large: string; small: string };
  /** Posts up to this id are published, later ones are scheduled. */
  published: number;
  seconds: number;
}

export async function seed(db: Database, past: Past): Promise<Seeded> {
  const begin = performance.now();
  const keys = await seedWorkspaces(db, past);
  const rest = await dropIndexes(db);
  const logProgress = (what: string) =>
    console.log(`  ${what} after ${Math.round((performance.now() - begin) / 1000)} s`);
  // Two at a time: each needs one process that makes the rows, and one that stores them.
  await Promise.all([
    copy(db, 'truncate posts, targets, journal, post_media, reviews', [
      ['posts', postsOf(past)],
      ['targets', targetsOf(past)],
      ['journal', journalOf(past)],
    ]),
    copy(db, 'truncate events', [['events', eventsOf(past)]]),
  ]);
  logProgress('rows');
  await db.session(async (session) => {
    await session.rows("set maintenance_work_mem = '1GB'");
    for (const statement of rest) await session.rows(statement);
  });
  logProgress('indexes');
  await seedHeads(db, past);
  await db.rows('vacuum analyze');
  logProgress('all');
  return { keys, published: publishedOf(past), seconds: (performance.now() - begin) / 1000 };
}

function publishedOf({ posts }: Past): number {
  return (posts * 4) / 5;
}

async function seedWorkspaces(db: Database, { channels, large }: Past) {
  const keys = { large: drawKey(), small: drawKey() };
  await db.rows("insert into users (email, name, password_hash) values ('ada@example.com', 'Ada', '')");
  await db.rows("insert into workspaces (name) select 'Workspace ' || n from generate_series(1, $1::int) n", [
    1 + (channels - large) / 10,
  ]);
  await db.rows("insert into members (workspace_id, user_id, role) select id, 1, 'owner' from workspaces");
  for (const [at, key] of [keys.large, keys.small].entries()) {
    await db.rows(
      "insert into api_keys (workspace_id, user_id, name, hash) values ($1::int + 1, 1, 'Bench', $2)",
      [at, hashKey(key)],
    );
  }
  await db.rows(
    `insert into channels (workspace_id, platform, account_id, name, username)
     select case when n <= $2::int then 1 else 2 + (n - $2::int - 1) / 10 end, 'sandbox', n, 'Channel ' || n, 'channel' || n
     from generate_series(1, $1::int) n`,
    [channels, large],
  );
  // The order of channels in a turn, scattered over the workspaces. `nth` counts the `each` posts of a workspace in a
  // turn.
  await db.rows(
    `create table turns as
     select turn, c.id as channel_id, c.workspace_id,
       row_number() over (partition by c.workspace_id order by turn) - 1 as nth, count(*) over (partition by c.workspace_id) as each
     from generate_series(0, $1::int - 1) turn join channels c on c.id = 1 + turn * 1999 % $1::int order by turn`,
    [channels],
  );
  await db.rows('analyze turns');
  return keys;
}

/** Drops the indexes and the trigger that would slow the seeding. Returns the statements that restore them. */
async function dropIndexes(db: Database): Promise<string[]> {
  const found = await db.rows<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and not exists (select from pg_constraint where conname = indexname)`,
    [Object.keys(ROWS)],
  );
  const trigger = await db.row<{ definition: string }>(
    "select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'events_come_unsealed'",
  );
  for (const { name } of found) await db.rows(`drop index ${name}`);
  await db.rows('drop trigger events_come_unsealed on events');
  return [...found.map(({ definition }) => definition), trigger?.definition ?? ''];
}

/** Copies into tables that the same transaction emptied, so PostgreSQL need not write the log or vacuum them. */
async function copy(db: Database, empty: string, parts: readonly [string, Selection][]): Promise<void> {
  await db.bulk(async (into) => {
    // Like a restore: without triggers and foreign keys.
    await into.rows("select set_config('session_replication_role', 'replica', true)");
    await into.rows(empty);
    for (const [table, columns] of parts) {
      await db.bulk(async (from) => {
        const [names, values] = [Object.keys(columns.values), Object.values(columns.values)];
        const rows = from.copyOut(
          `copy (select ${values.join(', ')} from ${columns.from}) to stdout (format binary)`,
        );
        const target = into.copyIn(
          `copy ${table} (${names.join(', ')}) from stdin (format binary, freeze true)`,
        );
        await pipeline(rows, target);
      }, 'snapshot');
    }
  });
}

interface Selection {
  /** Each column, with its value in the exact type of the column's binary form. */
  values: Record<string, string>;
  from: string;
}

/** The time of the nth step. Each step writes one post and publishes another. The last step is now. */
const stepAt = (n: string, { posts, days }: Past) =>
  `date_trunc('day', now()) - (${(days * 4) / 5} - ${days} * (${n})::float8 / ${posts}) * interval '1 day'`;
const urlOf = (n: string) => `'https://social.example/@channel' || t.channel_id || '/1155' || ${n}`;
/** Scheduled posts are too far ahead to be checked during the measurement. */
const AHEAD = "interval '2 days'";

const each = ({ posts, channels }: Past, from = 0, to = posts) =>
  `generate_series(${from}, ${to - 1}) n join turns t on t.turn = n % ${channels}`;

/** Written a fifth of all days before it is published. */
const writtenAt = (past: Past) => stepAt(`n - ${past.posts / 5}`, past);
const dueAt = (past: Past) =>
  `${stepAt('n', past)} + case when n >= ${publishedOf(past)} then ${AHEAD} else interval '0' end`;

function postsOf(past: Past): Selection {
  const isPublished = `n < ${publishedOf(past)}`;
  return {
    values: {
      id: 'n::bigint + 1',
      workspace_id: 't.workspace_id',
      author_id: '1::bigint',
      content: "repeat('The bells ring. ', 12)",
      status: `case when ${isPublished} then 'published' else 'scheduled' end`,
      scheduled_at: dueAt(past),
      planned_at: dueAt(past),
      created_at: writtenAt(past),
      updated_at: `case when ${isPublished} then ${dueAt(past)} else ${writtenAt(past)} end`,
      version: `case when ${isPublished} then 3 else 1 end`,
    },
    from: each(past),
  };
}

function targetsOf(past: Past): Selection {
  const isPublished = `n < ${publishedOf(past)}`;
  return {
    values: {
      id: 'n::bigint + 1',
      workspace_id: 't.workspace_id',
      post_id: 'n::bigint + 1',
      channel_id: 't.channel_id',
      position: '0::smallint',
      status: `case when ${isPublished} then 'published' else 'pending' end`,
      external_id: `case when ${isPublished} then '1155' || n end`,
      external_url: `case when ${isPublished} then ${urlOf('n')} end`,
      published_at: `case when ${isPublished} then ${dueAt(past)} end`,
      due_at: dueAt(past),
      wake_at: `case when not ${isPublished} then ${dueAt(past)} end`,
      check_at: `case when not ${isPublished} then ${dueAt(past)} - interval '24 hours' end`,
    },
    from: each(past),
  };
}

function journalOf(past: Past): Selection {
  return {
    values: {
      target_id: 'n::bigint + 1',
      name: "'post'::text",
      workspace_id: 't.workspace_id',
      kind: "'commit'::text",
      state: "'done'::text",
      key: 'gen_random_uuid()',
      result: `jsonb_build_object('id', '1155' || n, 'url', ${urlOf('n')})`,
      first_at: dueAt(past),
      last_at: dueAt(past),
    },
    from: each(past, 0, publishedOf(past)),
  };
}

/**
 * Each step writes one post. After the first ones are due, it also publishes the post that was written `lag` steps
 * earlier.
 */
function eventsOf(past: Past): Selection {
  const lag = past.posts / 5;
  const m = `(n - ${lag})`;
  const kinds = ['post.scheduled', 'target.started', 'target.sent', 'target.confirmed', 'target.published'];
  const target = `jsonb_build_object('id', ${m} + 1, 'url', ${urlOf(m)}, 'error', null, 'status', 'published', 'channel_id', t.channel_id)`;
  return {
    values: {
      id: `(${numberOf('n', String(lag))})::bigint`,
      workspace_id: 't.workspace_id',
      post_id: `case when k = 0 then n::bigint else ${m}::bigint end + 1`,
      target_id: `case when k between 1 and 4 then ${m}::bigint + 1 end`,
      channel_id: 'case when k between 1 and 4 then t.channel_id end',
      user_id: 'case when k = 0 then 1::bigint end',
      kind: `(array['${[...kinds, 'post.published'].join("', '")}'])[k + 1]`,
      data: `case k when 0 then jsonb_build_object('scheduled_at', ${stepAt('n', past)})
        when 1 then jsonb_build_object('late_ms', 4) when 4 then jsonb_build_object('url', ${urlOf(m)}, 'late_ms', 4)
        when 5 then jsonb_build_object('targets', jsonb_build_array(${target}))
        else jsonb_build_object('name', 'post', 'sends', 1) end`,
      at: `${stepAt(`n - ${lag}`, past)} + k * interval '5 ms'`,
      seq: `(${numberOf(`n / ${past.channels} * t.each + t.nth`, `${lag / past.channels} * t.each`)})::bigint`,
      // These chains are not verified.
      hash: `decode('${'5a'.repeat(32)}', 'hex')`,
    },
    from: `${each(past)}, lateral generate_series(0, case when n < ${lag} then 0 else 5 end) k`,
  };
}

/** The number of the event `k` of a step. The first `lag` steps have one event each, the others six. */
const numberOf = (step: string, lag: string) =>
  `1 + least(${step}, ${lag}) + 6 * greatest(${step} - ${lag}, 0) + k`;

async function seedHeads(db: Database, { posts, channels }: Past): Promise<void> {
  for (const table of ['posts', 'targets', 'events']) {
    await db.rows(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
  const turns = posts / channels;
  await db.rows(
    `with heads as (
       select workspace_id, count(*) * $1::int as seq from turns group by workspace_id),
     positions as (insert into notice_positions select workspace_id, seq from heads)
     insert into event_heads select workspace_id, seq, decode('${'5a'.repeat(32)}', 'hex') from heads`,
    [turns / 5 + (turns * 4 * 6) / 5],
  );
  await db.rows(
    `update channels c set next_due_at = (
       select min(wake_at) from targets t where t.channel_id = c.id and t.wake_at is not null)`,
  );
  await db.rows('drop table turns');
}
