import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../server/src/access/roles.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { listAudit } from '../server/src/events/audit.ts';
import { sealEvents } from '../server/src/events/sealer.ts';
import { type Figure, median, percentile, time } from './figures.ts';

export const title = '10,000,000 events of 10 workspaces, against 10,000';

const MANY = 10_000_000;
const FEW = 10_000;
const SAMPLES = 300;
const WARM_UP = 50;
/** Number of events sealed at once. */
const SEALED = 50_000;

const ada: Caller = {
  workspaceId: 1,
  userId: 1,
  name: 'Ada',
  role: 'owner',
  scopes: null,
  channelIds: null,
  keyId: null,
  sessionId: null,
  timeZone: 'UTC',
  requiresApproval: false,
};

/** Filters of pages; each sample reads the page after the previous one. */
const pages = {
  'the newest': {},
  'of a rare kind': { kind: 'key.made' },
  'of one time': { to: '2026-03-01T00:00:00Z' },
  'of a person': { userId: 3 },
  'of a post': { postId: 4711 },
};

export async function measure(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const { connection, stop } = await startEmbedded({ dataDir });
  const server = openDatabase(connection, { patience: 0 });
  const databases: Database[] = [server];
  const open = async (name: string, events: number): Promise<Database> => {
    await server.rows(`create database ${name}`);
    const db = openDatabase({ ...connection, database: name }, { patience: 0 });
    databases.push(db);
    await migrate(db);
    await fill(db, events);
    return db;
  };
  try {
    const few = await open('few', FEW);
    const many = await open('many', MANY);
    return [
      ...(await measurePages(many)),
      ...(await measureAppends(few, many)),
      ...(await measureSealing(few, many)),
    ];
  } finally {
    await Promise.all(databases.map((db) => db.close()));
    await stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Sealed events over a year. Their hashes are fake, because this measurement does not check them. */
async function fill(db: Database, events: number): Promise<void> {
  await db.rows(
    `insert into users (email, name, password_hash) select n || '@example.com', 'Person ' || n, '' from generate_series(1, 20) n`,
  );
  await db.transaction(async (tx) => {
    // Like a restore: without the triggers, which would reject the seals as forged.
    await tx.rows("select set_config('session_replication_role', 'replica', true)");
    await tx.rows(
      `insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data, at, seq, hash)
       select 1 + n % 10, n / 80 + 1, n / 8, n % 500, case when n % 8 = 0 then 1 + n / 8 % 20 end,
         case when n % 100000 < 10 then 'key.made' else (array['post.scheduled', 'target.started', 'target.prepared',
           'target.sent', 'target.confirmed', 'target.published', 'post.published'])[1 + n % 7] end,
         jsonb_build_object('late_ms', n % 100, 'url', 'https://social.example/@ada/' || n),
         timestamptz '2026-01-01Z' + n * (interval '365 days' / $1::float8), 1 + n / 10, '\\x00'
       from generate_series(0, $1::int - 1) n`,
      [events],
    );
    await tx.rows(
      "insert into event_heads (workspace_id, seq, hash) select w, $1::int / 10, sha256('') from generate_series(1, 10) w",
      [events],
    );
  });
  await db.rows('vacuum analyze events');
}

async function measurePages(db: Database): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, filter] of Object.entries(pages)) {
    const samples: number[] = [];
    let cursor: number | undefined;
    for (let n = 0; n < SAMPLES; n += 1) {
      const page = async () => {
        const { next_cursor } = await listAudit({ db }, ada, filter, { cursor });
        cursor = next_cursor ?? undefined;
      };
      samples.push(await time(page));
    }
    const all = samples.slice(WARM_UP);
    figures.push(
      { name: `page ${name}, p50`, reached: median(all), unit: 'ms', goal: { most: 20 } },
      { name: `page ${name}, p99`, reached: percentile(all, 0.99), unit: 'ms' },
    );
  }
  return figures;
}

async function measureAppends(few: Database, many: Database): Promise<Figure[]> {
  const found = { few: [] as number[], many: [] as number[] };
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    const [short, long] = [await time(() => append(few)), await time(() => append(many))];
    if (n < WARM_UP) continue;
    found.few.push(short);
    found.many.push(long);
  }
  return compare('append', found);
}

async function append(db: Database): Promise<void> {
  await db.rows("insert into events (workspace_id, user_id, kind) values (1, 1, 'post.saved')");
}

async function measureSealing(few: Database, many: Database): Promise<Figure[]> {
  const rates: Record<'few' | 'many', number> = { few: 0, many: 0 };
  for (const [name, db] of Object.entries({ few, many }) as ['few' | 'many', Database][]) {
    await sealEvents(db);
    await db.rows(
      `insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
       select 1 + n % 10, n, n, n % 500, 'target.published', jsonb_build_object('late_ms', n)
       from generate_series(1, $1::int) n`,
      [SEALED],
    );
    rates[name] = (SEALED / (await time(() => sealEvents(db)))) * 1000;
  }
  return [
    { name: 'sealed among 10,000,000', reached: rates.many, unit: '/s' },
    { name: 'sealed among 10,000', reached: rates.few, unit: '/s' },
  ];
}

function compare(what: string, { few, many }: { few: readonly number[]; many: readonly number[] }): Figure[] {
  return [
    { name: `${what} among 10,000,000, p50`, reached: median(many), unit: 'ms' },
    { name: `${what} among 10,000, p50`, reached: median(few), unit: 'ms' },
    { name: `${what}, ratio`, reached: median(many) / median(few), unit: '×', goal: { most: 1.5 } },
  ];
}
