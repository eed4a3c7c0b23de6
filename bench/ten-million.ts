import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import type { Claim } from '../server/src/lanes/store.ts';
import { claimLanes } from '../server/src/lanes/store.ts';
import { openSettling } from '../server/src/publishing/settle.ts';
import { type Figure, median, percentile, printFigures, time } from './figures.ts';
import { startServiceOn } from './harness.ts';
import { endpointOf } from './punctual.ts';
import { measureBytes, measureCost } from './ten-million-cost.ts';
import { measurePages } from './ten-million-pages.ts';
import { type Past, type Seeded, seed } from './ten-million-seed.ts';
import { startTinyNetwork } from './tiny-network.ts';

export const title =
  '10,000,000 posts, 2,000,000 of them ahead, against 2,000: claims, pages, and what a post costs';

/** Set a smaller number to try it out. */
const POSTS = Number(process.env['TEN_MILLION'] ?? 10_000_000);
const MANY: Past = { posts: POSTS, channels: 5000, large: 500, days: 500 };
/** Its large workspace has as many posts per week as a page shows. */
const FEW: Past = { posts: 2000, channels: 200, large: 100, days: 10 };
const SAMPLES = 300;
const WARM_UP = 50;
const SECRET = { BELFRY_SECRET: 'of the bench, and of nobody else' };
/** Maximum lanes per claim. */
const LANES = 100;

type Filled = Seeded & { db: Database; past: Past; name: string };

export async function measure(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const server = await startEmbedded({ dataDir });
  const databases: Database[] = [];
  try {
    const few = await fill(server, databases, 'few', FEW);
    const many = await fill(server, databases, 'many', MANY);
    const parts: (() => Promise<Figure[]>)[] = [
      () => measureBytes(many.db, many.past),
      () => measureClaims(few, many, 1),
      () => measureClaims(few, many, LANES),
      () => measureServed(server, few, many),
      () => measureCosts(server, many, 'among many', 1),
      () => measureCosts(server, few, 'among few', 1),
      () => measureCosts(server, few, 'among few, to three channels', 3),
    ];
    const figures: Figure[] = [{ name: 'filled in', reached: many.seconds, unit: 's' }];
    for (const part of parts) {
      const found = await part();
      // Prints intermediate results, because the run takes very long.
      printFigures('', found);
      figures.push(...found);
    }
    return figures;
  } finally {
    await Promise.all(databases.map((db) => db.close()));
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function fill(
  { connection }: EmbeddedPostgres,
  databases: Database[],
  name: string,
  past: Past,
): Promise<Filled> {
  const open = (database: string) => {
    const db = openDatabase({ ...connection, database }, { poolSize: 4 });
    databases.push(db);
    return db;
  };
  await open(connection.database).rows(`create database ${name}`);
  const db = open(name);
  await migrate(db);
  return { ...(await seed(db, past)), db, past, name };
}

/** `dues` targets, each on its own lane, become due at a time. */
async function measureClaims(few: Filled, many: Filled, dues: number): Promise<Figure[]> {
  const found = { few: openSamples(), many: openSamples() };
  const bare: number[] = [];
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    const into = n < WARM_UP ? { few: openSamples(), many: openSamples() } : found;
    await sample(few, n, dues, into.few);
    await sample(many, n, dues, into.many);
    bare.push(await time(() => many.db.rows('update workspaces set name = name where id = 1')));
  }
  const name = dues === 1 ? 'one' : `${dues}`;
  return [
    { name: `claim of ${name}, p50`, reached: median(found.many.claim), unit: 'ms' },
    {
      name: `claim of ${name}, p99`,
      reached: percentile(found.many.claim, 0.99),
      unit: 'ms',
      ...(dues === 1 && { goal: { most: 10 } }),
    },
    { name: `claim of ${name}, p50 among few`, reached: median(found.few.claim), unit: 'ms' },
    {
      name: `claim of ${name}, ratio`,
      reached: median(found.many.claim) / median(found.few.claim),
      unit: '×',
    },
    { name: `settling ${name}, p50`, reached: median(found.many.settle), unit: 'ms' },
    { name: `settling ${name}, p99`, reached: percentile(found.many.settle, 0.99), unit: 'ms' },
    { name: `settling ${name}, p50 among few`, reached: median(found.few.settle), unit: 'ms' },
    { name: `a bare commit beside it, p50`, reached: median(bare), unit: 'ms' },
    { name: `a bare commit beside it, p99`, reached: percentile(bare, 0.99), unit: 'ms' },
  ];
}

function openSamples(): Record<'claim' | 'settle', number[]> {
  return { claim: [], settle: [] };
}

async function sample(
  { db, past, published }: Filled,
  nth: number,
  dues: number,
  into: ReturnType<typeof openSamples>,
): Promise<void> {
  // Scattered; neighbours in the order of writing are on different lanes.
  const first = published + 1 + ((nth * 7919 * dues) % (past.posts - published - dues));
  await makeDue(db, first, dues);
  let claims: Claim[] = [];
  into.claim.push(
    await time(async () => {
      claims = (await claimLanes(db, LANES)).claims;
    }),
  );
  if (claims.length !== dues) throw new Error(`${claims.length} targets were claimed, not ${dues}`);
  const settle = openSettling(db);
  const outcome = { kind: 'published', id: '1', url: null } as const;
  const settleAll = () => Promise.all(claims.map((claim) => settle(claim, { ...outcome, warnings: [] })));
  into.settle.push(await time(settleAll));
}

/** In a small database, some targets were already due before. */
async function makeDue(db: Database, first: number, dues: number): Promise<void> {
  await db.rows(
    `with due as (
       update targets set due_at = clock_now(), wake_at = clock_now(), status = 'pending', published_at = null
       where id between $1 and $1 + $2 - 1 returning channel_id, post_id),
     again as (update posts set status = 'scheduled' where id in (select post_id from due))
     update channels set next_due_at = clock_now() where id in (select channel_id from due)`,
    [first, dues],
  );
}

async function measureServed({ connection }: EmbeddedPostgres, few: Filled, many: Filled): Promise<Figure[]> {
  const env = { ...SECRET, BELFRY_ROLE: 'api' };
  const start = ({ name, keys }: Filled) =>
    startServiceOn({ ...connection, database: name }, keys.large, env);
  await using little = await start(few);
  await using much = await start(many);
  return await measurePages({ ...many, service: much }, { ...few, service: little });
}

async function measureCosts(
  { connection, pid }: EmbeddedPostgres,
  { db, name, keys }: Filled,
  where: string,
  to: number,
): Promise<Figure[]> {
  const network = await startTinyNetwork();
  const env = { ...SECRET, ...endpointOf(network) };
  await using service = await startServiceOn({ ...connection, database: name }, keys.large, env);
  const figures = await measureCost(service, db, { postmaster: pid, to });
  await network.close();
  return figures.map((figure) => ({ ...figure, name: `${where}: ${figure.name}` }));
}
