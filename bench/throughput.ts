import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { openDisposable } from '../server/test/support/temporary-postgres.ts';
import { type Figure, type Measurement, time } from './figures.ts';
import { claim, jumpAhead, seed, settleAll } from './million.ts';
import { connectChannels, endpointOf, startNetwork } from './receivers.ts';
import { addWorkspace, type BenchService, connect, readCpu, startService } from './service.ts';

export const throughput: Measurement = {
  title: 'what one worker publishes over 5,000 channels, against claiming and settling alone',
  measure,
};

const workspaces = 5;
/** As many as a workspace can have. */
const channelsEach = 1000;
const channels = workspaces * channelsEach;
const targetsEach = 6;
const TARGETS = channels * targetsEach;
/** Seconds from writing the backlog to its due time. */
const AHEAD = 15;
/** Maximum seconds to wait. */
const TIMEOUT = 300;

async function measure(): Promise<Figure[]> {
  await using network = await startNetwork();
  await using service = await startService({ env: endpointOf(network) });
  for (let n = 0; n < workspaces; n += 1) {
    await connectChannels(connect(service.url, await addWorkspace(service)), channelsEach);
  }
  const empty = await measureEmpty(service);
  const { rate, cpu, own } = await measureFull(service);
  return [
    { name: 'published', reached: rate, unit: '/s', goal: { least: 1500 } },
    { name: 'claimed and settled alone', reached: empty, unit: '/s' },
    { name: 'ratio', reached: rate / empty, unit: '×', goal: { least: 0.3 } },
    { name: 'of a core for each', reached: cpu, unit: 'µs' },
    { name: 'of it by the service, without its PostgreSQL', reached: own, unit: 'µs' },
  ];
}

/** On another database of the same server, without journal and network. */
async function measureEmpty(service: BenchService): Promise<number> {
  await using server = openDisposable(service.database, { statementTimeout: 0 });
  await server.rows('create database empty');
  await using db = openDisposable({ ...service.database, database: 'empty' }, { statementTimeout: 0 });
  await migrate(db);
  await seed(db, { channels, targetsEach });
  await jumpAhead(db);
  let done = 0;
  const ms = await time(async () => {
    for (let claims = await claim(db); claims.length > 0; claims = await claim(db)) {
      await settleAll(db, claims);
      done += claims.length;
    }
  });
  if (done !== TARGETS) throw new Error(`${done} of ${TARGETS} targets were settled`);
  return (TARGETS / ms) * 1000;
}

/** Targets per second, and microseconds of CPU time per target. */
async function measureFull(service: BenchService) {
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  const at = await fill(db);
  const before = await readCpu(service.pid);
  const seconds = await untilPublished(db, at, TIMEOUT);
  const after = await readCpu(service.pid);
  const perTarget = (cpu: number) => (cpu * 1e6) / TARGETS;
  return {
    rate: TARGETS / seconds,
    cpu: perTarget(after.all - before.all),
    own: perTarget(after.own - before.own),
  };
}

/**
 * Writes a backlog of one target per post directly into the database. The channels take turns. All targets are due at
 * the same moment, which is returned.
 */
async function fill(db: Database): Promise<string> {
  const row = await db.row<{ at: string }>('select clock_now() + make_interval(secs => $1) as at', [AHEAD]);
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

/** Waits until all targets that are due at that moment are published. Returns the seconds that the last one took. */
export async function untilPublished(db: Database, due: string, timeout: number): Promise<number> {
  for (let waited = 0; waited < timeout; waited += 1) {
    await sleep(1000);
    const found = await db.row<{ open: number; seconds: number }>(
      `select count(*) filter (where status <> 'published')::int as open,
         extract(epoch from max(published_at) - $1)::float8 as seconds
       from targets where due_at = $1`,
      [due],
    );
    if (found?.open === 0) return found.seconds;
  }
  throw new Error(`the posts were not all published within ${timeout} s`);
}
