import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { openVault } from '../server/src/base/vault.ts';
import type { Database } from '../server/src/db/database.ts';
import { SEALED_CHANNEL } from '../server/src/events/store.ts';
import { generateSecret, sealSecret } from '../server/src/webhooks/message.ts';
import { openDisposable } from '../server/test/support/temporary-postgres.ts';
import { type Figure, type Measurement, percentile, preciseNow } from './figures.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { readCpu, startService } from './service.ts';

export const webhooks: Measurement = {
  title: '1,000 webhooks and 100 events a second, with and without 50 dead ones',
  measure,
};

const WORKSPACES = 100;
const PER_WORKSPACE = 10;
/** Events per second, each for the ten webhooks of its workspace. */
const RATE = 100;
const SECONDS = 20;
/** Every twentieth receiver is dead: it refuses connections, or stays silent until the sender times out. */
const DEAD = 20;
/** Concurrent posts of the bare sender. */
const CONCURRENCY = 32;
const SECRET = 'of the bench, and of nobody else';

async function measure(): Promise<Figure[]> {
  await using receivers = await startReceivers(WORKSPACES * PER_WORKSPACE);
  const env = { OUTBOUND_ALLOW: '127.0.0.1', BELFRY_SECRET: SECRET };
  await using service = await startService({ env });
  await using db = openDisposable(service.database, { statementTimeout: 0 });
  const ids = await makeWebhooks(db, receivers.urls);
  const { pid } = service;
  const bare = await measureBarePosts({ urls: receivers.urls, body: SAMPLE, count: 20_000 });
  const alive = await run(db, receivers, { from: 0, pid, ids, dead: new Set() });
  const dead = await kill(db, receivers, ids);
  const among = await run(db, receivers, { from: RATE * SECONDS, pid, ids, dead });
  return [
    ...figuresOf('all alive', alive),
    ...figuresOf('50 dead', among),
    { name: 'CPU of a delivery', reached: alive.cpu, unit: 'ms' },
    { name: 'CPU of a bare post', reached: bare, unit: 'ms' },
    { name: 'ratio', reached: alive.cpu / bare, unit: '×' },
  ];
}

interface Run {
  /** Milliseconds from sealing an event to each of its receipts. */
  delays: number[];
  /** The lag of the slowest webhook in events, once per second. */
  lags: number[];
  missing: number;
  /** CPU milliseconds per delivery: Node and PostgreSQL. */
  cpu: number;
}

function figuresOf(name: string, { delays, lags, missing }: Run): Figure[] {
  console.log(`  ${name}: lag of the slowest webhook, each second: ${lags.join(' ')}`);
  const half = lags.length / 2;
  const growth = Math.max(...lags.slice(half)) - Math.max(...lags.slice(0, half));
  return [
    { name: `${name}: deliveries`, reached: delays.length / SECONDS, unit: '/s' },
    { name: `${name}: missing`, reached: missing, unit: 'events', goal: { most: 0 } },
    { name: `${name}: growth of the backlog`, reached: growth, unit: 'events', goal: { most: 2 } },
    { name: `${name}: sealed to received, p50`, reached: percentile(delays, 0.5), unit: 'ms' },
    { name: `${name}: sealed to received, p99`, reached: percentile(delays, 0.99), unit: 'ms' },
  ];
}

/** Returns the webhooks' ids. */
async function makeWebhooks(db: Database, urls: readonly string[]): Promise<number[]> {
  await db.rows("insert into workspaces (name) select 'W' || n from generate_series(2, $1::int) n", [
    WORKSPACES,
  ]);
  const rows = await db.rows<{ id: number }>(
    `insert into webhooks (workspace_id, url, kinds, position)
     select 1 + (n - 1) % $2::int, url, '{post.*}', coalesce((select max(seq) from event_heads), 0)
     from unnest($1::text[]) with ordinality as t(url, n) order by n returning id`,
    [urls, WORKSPACES],
  );
  const vault = openVault({ secret: SECRET });
  const sealed = rows.map(({ id }) => sealSecret({ vault }, id, generateSecret()).toString('hex'));
  await db.rows(
    `insert into webhook_secrets (workspace_id, webhook_id, sealed)
     select w.workspace_id, w.id, decode(s, 'hex') from unnest($1::bigint[], $2::text[]) as t(id, s)
     join webhooks w using (id)`,
    [rows.map(({ id }) => id), sealed],
  );
  return rows.map(({ id }) => id);
}

/** Returns the indexes of the dead receivers. */
async function kill(db: Database, receivers: Receivers, ids: readonly number[]): Promise<Set<number>> {
  const dead = receivers.urls.map((_, at) => at).filter((at) => at % DEAD === 0);
  const [refused, silent] = [dead.filter((_, n) => n % 2 === 0), dead.filter((_, n) => n % 2 === 1)];
  receivers.silence(silent);
  // No process listens on the port of the obsolete discard protocol.
  await db.rows("update webhooks set url = 'http://127.0.0.1:9/' where id = any($1)", [
    refused.map((at) => ids[at]),
  ]);
  return new Set(dead);
}

const SAMPLE = JSON.stringify({ type: 'post.published', data: dataOf(1) });

function dataOf(n: number) {
  const targets = [1, 2].map((id) => ({
    id,
    channel_id: id,
    status: 'published',
    url: 'https://social.example/@ada/115587',
    error: null,
  }));
  return { n, targets };
}

async function run(
  db: Database,
  receivers: Receivers,
  { from, pid, ids, dead }: { from: number; pid: number; ids: number[]; dead: ReadonlySet<number> },
): Promise<Run> {
  const written = new Map<number, number>();
  const sealedAt = new Map<number, number>();
  const ears = await db.listen(SEALED_CHANNEL, (payload) => {
    const now = preciseNow();
    for (const workspace of payload.split(',').map(Number)) {
      const n = written.get(workspace);
      if (n !== undefined && !sealedAt.has(n)) sealedAt.set(n, now);
    }
  });
  const before = { cpu: await readCpu(pid), arrivals: receivers.arrivals.length };
  const lags: number[] = [];
  for (let second = 0; second < SECONDS; second += 1) {
    await writeSecond(db, from + second * RATE, written);
    lags.push(
      await readLag(
        db,
        ids.filter((_, at) => !dead.has(at)),
      ),
    );
  }
  await sleep(3000);
  await ears.close();
  const cpu = (await readCpu(pid)).all - before.cpu.all;
  const receipts = receivers.arrivals
    .slice(before.arrivals)
    .map(({ receiver, body, at }) => ({ receiver, n: body.data?.['n'] ?? 0, at }))
    .filter(({ receiver, n }) => !dead.has(receiver) && n > from);
  const delays = receipts.map(({ n, at }) => at - (sealedAt.get(n) ?? Number.NaN));
  const expected = RATE * SECONDS * PER_WORKSPACE - (RATE * SECONDS * dead.size) / WORKSPACES;
  return { delays, lags, missing: expected - receipts.length, cpu: (cpu * 1000) / receipts.length };
}

/** One event in each workspace, spread over one second. */
async function writeSecond(db: Database, from: number, written: Map<number, number>): Promise<void> {
  const begin = performance.now();
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const ids = Array.from({ length: RATE / 10 }, (_, at) => (tenth * RATE) / 10 + at);
    await Promise.all(
      ids.map(async (at) => {
        const [workspace, n] = [1 + at, from + 1 + at];
        written.set(workspace, n);
        await db.rows("insert into events (workspace_id, kind, data) values ($1, 'post.published', $2)", [
          workspace,
          JSON.stringify(dataOf(n)),
        ]);
      }),
    );
    await sleep(Math.max(0, begin + (tenth + 1) * 100 - performance.now()));
  }
}

/** The lag of the receivers that are not dead. */
async function readLag(db: Database, ids: readonly number[]): Promise<number> {
  const row = await db.row<{ lag: number }>(
    `select max(h.seq - w.position) as lag from webhooks w join event_heads h using (workspace_id)
     where w.id = any($1)`,
    [ids],
  );
  return row?.lag ?? 0;
}

/** The minimum work of a sender: the same posts to the same addresses, without storing anything. */
interface Task {
  urls: string[];
  body: string;
  count: number;
}

/** Milliseconds of CPU per post, measured in a separate process. */
async function measureBarePosts(task: Task): Promise<number> {
  const child = fork(import.meta.filename, ['posts']);
  child.send(task);
  const [milliseconds] = (await once(child, 'message')) as [number];
  child.kill();
  await once(child, 'exit');
  return milliseconds;
}

async function post({ urls, body, count }: Task): Promise<void> {
  const dispatcher = new Agent({ keepAliveTimeout: 4000 });
  const headers = { 'content-type': 'application/json' };
  let sent = 0;
  const work = async () => {
    for (let n = sent++; n < count; n = sent++) {
      const url = urls[n % urls.length] as string;
      const answer = await request(url, { method: 'POST', body, headers, dispatcher });
      await answer.body.dump();
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000 / count);
}

if (process.argv[2] === 'posts') process.once('message', (task: Task) => void post(task));
