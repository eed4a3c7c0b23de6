import { readConfig } from '../server/src/base/config.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { Callers } from '../server/src/keys/callers.ts';
import { hashKey } from '../server/src/keys/key.ts';
import { listMedia } from '../server/src/media/library/library.ts';
import { type Figure, median, percentile, time } from './figures.ts';
import { type BenchService, startService } from './harness.ts';
import { load } from './load.ts';
import { recordStatements } from './pgbench.ts';

export const title = 'GET /media among 1,000,000 files, against its statements without a server';

const FILES = 1_000_000;
const SECONDS = 4;
const ROUNDS = 3;

export async function measure(): Promise<Figure[]> {
  await using service = await startService();
  const db = openDatabase(service.database, { patience: 0 });
  await fill(db);
  const figures = [
    ...(await measurePage(service, db, { page: 1, most: 10 })),
    ...(await measurePage(service, db, { page: 10_000, most: 60 })),
  ];
  await db.close();
  return figures;
}

/** One connection, without other load. `most` in milliseconds. */
async function measurePage(
  service: BenchService,
  db: Database,
  { page, most }: { page: number; most: number },
): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${service.key}` };
  const url = `${service.url}/api/public/v1/media?page=${page}`;
  const alone = { method: 'GET', url, headers, connections: 1, seconds: SECONDS };
  await load(alone);
  const served: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    served.push(...(await load(alone)).latencies);
    bare.push(...(await timeStatements(service, db, page)));
  }
  const name = `page ${page.toLocaleString('en')}`;
  return [
    { name: `${name}, p50`, reached: median(served), unit: 'ms', goal: { most } },
    { name: `${name}, p99`, reached: percentile(served, 0.99), unit: 'ms' },
    { name: `${name}, p50 of the bare statements`, reached: median(bare), unit: 'ms' },
    { name: `${name}, ratio`, reached: median(served) / median(bare), unit: '×' },
  ];
}

/** A million files of one workspace, with the rows that the use case writes. */
async function fill(db: Database): Promise<void> {
  await db.rows(
    `insert into media (workspace_id, name, mime_type, kind, size, width, height, alt_text, storage_key)
     select 1, n || '.jpg', 'image/jpeg', 'image', 345678, 1600, 900, 'The bell tower at dawn',
       gen_random_uuid() || '.jpg'
     from generate_series(1, $1::int) n`,
    [FILES],
  );
  await db.rows('update workspaces set media_count = $1 where id = 1', [FILES]);
  await db.rows('vacuum analyze');
}

/** Milliseconds to run the page's statements in sequence and to serialize its rows. */
async function timeStatements(service: BenchService, db: Database, page: number): Promise<number[]> {
  const caller = await new Callers(db).find(hashKey(service.key) as Buffer);
  if (caller === undefined) throw new Error('the key has no owner');
  const statements = await recordStatements(db, (recorded) =>
    listMedia({ db: recorded, config: readConfig({}, []) }, caller, page, undefined),
  );
  const samples: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    const list = async () => {
      const rows: unknown[] = [];
      for (const { text, values } of statements) rows.push(await db.rows(text, values));
      return JSON.stringify(rows);
    };
    samples.push(await time(list));
  }
  return samples.slice(samples.length / 10);
}
