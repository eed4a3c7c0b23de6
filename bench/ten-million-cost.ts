/** The cost of one post: in CPU time, in the write-ahead log, and on the disk. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Database } from '../server/src/db/database.ts';
import type { Figure } from './figures.ts';
import type { BenchService } from './harness.ts';
import { readCpu, readCpuOfAll } from './processes.ts';
import { connectChannels } from './punctual.ts';
import { type Past, ROWS } from './ten-million-seed.ts';

const POSTS = 4000;
const CHANNELS = 500;
const CONNECTIONS = 16;
/** Seconds for which the idle service is measured. */
const REST = 10;
/** Maximum seconds to wait. */
const TIMEOUT = 300;

interface Use {
  /** CPU seconds. */
  node: number;
  postgres: number;
  /** Bytes of the write-ahead log. */
  log: number;
  /** Full page images in it; each page has one at its first change after a checkpoint. */
  images: number;
}

/**
 * The costs of posts, each to several channels, among all existing ones. The service itself accepts, checks ahead and
 * publishes these posts.
 */
export async function measureCost(
  service: BenchService,
  db: Database,
  { postmaster, to }: { postmaster: number; to: number },
): Promise<Figure[]> {
  const channels = await connectChannels(service, CHANNELS);
  const newest = await db.row<{ id: number }>('select max(id) as id from posts');
  // No other client writes posts meanwhile.
  const ours = `select id from posts where id > ${newest?.id}`;
  const during = (work: () => Promise<unknown>) => measureUse(service, db, postmaster, work);
  await untilQuiet(db);
  await db.rows('checkpoint');
  const idle = await during(() => sleep(REST * 1000));
  const created = await during(() => createPosts(service, channels, to).then(() => untilQuiet(db)));
  const left = await startChecks(db, ours, POSTS * to);
  const checked = await during(() => untilChecked(db));
  await makeDue(db, ours);
  const published = await during(() => untilPublished(db, ours).then(() => untilQuiet(db)));
  await requireRows(db, ours, to);
  return [
    ...figuresOf('creating it', created, POSTS),
    ...figuresOf('checking a target ahead, once', checked, left),
    ...figuresOf('publishing it', published, POSTS),
    { name: 'at rest, of a core', reached: ((idle.node + idle.postgres) * 1000) / REST, unit: 'ms/s' },
  ];
}

async function measureUse(
  service: BenchService,
  db: Database,
  postmaster: number,
  work: () => Promise<unknown>,
): Promise<Use> {
  const before = await readUse(service, db, postmaster);
  await work();
  // Backends report their writes once per second.
  await sleep(1500);
  const after = await readUse(service, db, postmaster);
  const names = Object.keys(before) as (keyof Use)[];
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as unknown as Use;
}

async function readUse({ pid }: BenchService, db: Database, postmaster: number): Promise<Use> {
  const wal = await db.row<{ bytes: number; images: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes, wal_fpi::float8 as images from pg_stat_wal`,
  );
  const [node, postgres] = await Promise.all([readCpu([pid]), readCpuOfAll(postmaster)]);
  return { node, postgres, log: wal?.bytes ?? 0, images: wal?.images ?? 0 };
}

function figuresOf(name: string, use: Use, posts: number): Figure[] {
  return [
    { name: `${name}: Node`, reached: (use.node * 1000) / posts, unit: 'ms' },
    { name: `${name}: PostgreSQL`, reached: (use.postgres * 1000) / posts, unit: 'ms' },
    { name: `${name}: log`, reached: use.log / posts, unit: 'B' },
    { name: `${name}: images of pages in the log`, reached: use.images / posts, unit: '' },
  ];
}

const TEXT = 'Among ten million. '.repeat(10).trim();

async function createPosts(service: BenchService, channels: readonly number[], to: number): Promise<void> {
  const agent = new Agent({ connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  // Too far ahead to be checked already.
  const scheduled_at = new Date(Date.now() + 40 * 24 * 3600 * 1000).toISOString();
  let next = 0;
  const write = async () => {
    for (let n = next++; n < POSTS; n = next++) {
      const targets = Array.from({ length: to }, (_, nth) => ({
        channel_id: channels[((n + (nth * CHANNELS) / to) % CHANNELS) | 0],
      }));
      const body = JSON.stringify({
        status: 'scheduled',
        scheduled_at,
        content: TEXT,
        targets,
      });
      const url = `${service.url}/api/public/v1/posts`;
      const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
      await answer.body.dump();
      if (answer.statusCode !== 201) throw new Error(`POST /posts answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, write));
  await agent.close();
}

/** Returns how many targets are unchecked when the checks have begun, so that the wait before them does not count. */
async function startChecks(db: Database, ours: string, targets: number): Promise<number> {
  await db.rows(`update targets set check_at = clock_now() where post_id in (${ours})`);
  const end = performance.now() + TIMEOUT * 1000;
  while (performance.now() < end) {
    const left = (await db.row<{ count: number }>(UNCHECKED))?.count ?? 0;
    if (left < targets) return left;
    await sleep(20);
  }
  throw new Error('the checks did not start');
}

/** Moves the posts' due time to two seconds from now. */
async function makeDue(db: Database, ours: string): Promise<void> {
  await db.rows(
    `with time as (select clock_now() + interval '2 seconds' as at),
     due as (
       update targets set due_at = at, wake_at = at, check_at = null from time where post_id in (${ours}) returning channel_id),
     post as (
       update posts set scheduled_at = at, planned_at = at from time where id in (${ours}))
     update channels set next_due_at = at from time where id in (select channel_id from due)`,
  );
  await db.rows("select pg_notify('belfry_due', '')");
}

const UNCHECKED = "select count(*) from targets where check_at < clock_now() + interval '10 minutes'";
const untilChecked = (db: Database) => until(db, UNCHECKED);
const untilPublished = (db: Database, ours: string) =>
  until(db, `select count(*) from targets where status <> 'published' and post_id in (${ours})`);
/** Until the event duties are done, too. */
const untilQuiet = (db: Database) =>
  until(
    db,
    `select (select count(*) from events where seq is null) + (
       select count(*) from event_heads h join notice_positions p using (workspace_id) where p.seq < h.seq) as count`,
  );

/** Until the count is 0. */
async function until(db: Database, count: string): Promise<void> {
  const end = performance.now() + TIMEOUT * 1000;
  while (performance.now() < end) {
    if ((await db.row<{ count: number }>(count))?.count === 0) return;
    await sleep(200);
  }
  throw new Error(`not done within ${TIMEOUT} s: ${count}`);
}

/** The seed must leave the same rows as the service. On a busy machine a few posts need a retry, and leave more. */
async function requireRows(db: Database, ours: string, to: number): Promise<void> {
  const expected = { posts: 1, targets: to, journal: to, events: 2 + 4 * to };
  const counts = await db.row<Record<keyof typeof ROWS, number>>(
    `with ours as (${ours}), theirs as (select id from targets where post_id in (select id from ours))
     select (select count(*) from ours) as posts, (select count(*) from theirs) as targets,
       (select count(*) from journal where target_id in (select id from theirs)) as journal,
       (select count(*) from events where post_id in (select id from ours)) as events`,
  );
  for (const [table, rows] of Object.entries(expected)) {
    const found = (counts?.[table as keyof typeof ROWS] ?? 0) / POSTS;
    if (Math.round(found) === rows) continue;
    throw new Error(
      `A published post leaves ${found} rows in ${table}, not ${rows}: the seed no longer matches.`,
    );
  }
}

/**
 * Number of entries in indexes that do not cover every row of their table, and how many of them belong to one published
 * post.
 */
const PARTIAL: Record<string, (past: Past) => { rows: number; each: number }> = {
  events_user: ({ posts }) => ({ rows: posts, each: 1 }),
  events_unsealed: () => ({ rows: 1, each: 0 }),
  targets_check: () => ({ rows: 1, each: 0 }),
  targets_lane: () => ({ rows: 1, each: 0 }),
  targets_one_in_flight: () => ({ rows: 1, each: 0 }),
  targets_wake: () => ({ rows: 1, each: 0 }),
};

/** Disk space of a published post in bytes, by table and index, packed as after the seeding. */
export async function measureBytes(db: Database, past: Past): Promise<Figure[]> {
  const relations = await db.rows<{ name: string; of: keyof typeof ROWS; bytes: number }>(
    `select c.relname as name, coalesce(t.relname, c.relname) as of, pg_total_relation_size(c.oid) - case
       when c.relkind = 'r' then pg_indexes_size(c.oid) else 0 end as bytes
     from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
     where coalesce(t.relname, c.relname) = any($1) and c.relkind in ('r', 'i') order by t.relname = 'events' or c.relname = 'events', 2, c.relkind desc, 1`,
    [Object.keys(ROWS)],
  );
  const published = (past.posts * 4) / 5;
  const rows = {
    posts: past.posts,
    targets: past.posts,
    journal: published,
    events: past.posts + 5 * published,
  };
  const parts = relations.map(({ name, of, bytes }) => {
    const { rows: all, each } = PARTIAL[name]?.(past) ?? { rows: rows[of], each: ROWS[of] };
    return { name: `stored: ${name}`, reached: (bytes / all) * each, unit: 'B' };
  });
  const total = parts.reduce((sum, { reached }) => sum + reached, 0);
  const disk = relations.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...parts.filter(({ reached }) => reached >= 1),
    { name: 'stored: a published post', reached: total, unit: 'B' },
    { name: 'stored: all of it', reached: disk / 1e9, unit: 'GB' },
  ];
}
