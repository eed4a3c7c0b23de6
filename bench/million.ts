import type { Caller } from '../server/src/access/roles.ts';
import type { Database } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type Claim, claimLanes } from '../server/src/lanes/store.ts';
import { findPage, type PostSelection } from '../server/src/posts/reading/store.ts';
import { openSettling } from '../server/src/publishing/settle.ts';
import { openDisposable, startTemporaryPostgres } from '../server/test/support/temporary-postgres.ts';
import { type Figure, figure, type Measurement, median, percentile, time } from './figures.ts';

export const million: Measurement = {
  title: '1,000,000 targets, first all ahead and then all due, against 1,000',
  measure,
};

const MANY = { channels: 5000, targetsEach: 200 };
const FEW = { channels: 500, targetsEach: 2 };
/** Fewer targets than MANY, but a hundred times as many per channel. */
const LONG = { channels: 10, targetsEach: 20_000 };
/** Nine of ten channels belong to the first workspace, the others to many small ones. */
const WORKSPACES = 51;
const SAMPLES = 300;
const WARM_UP = 50;
/** Maximum lanes per claim. */
const LANES = 100;
/** After so many claims, every lane should have had a turn. */
const MAX_CLAIMS = 1000;

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
const published = { kind: 'published', id: '1', url: null, warnings: [] } as const;

async function measure(): Promise<Figure[]> {
  await using postgres = await startTemporaryPostgres();
  await using databases = new AsyncDisposableStack();
  const open = (database: string) =>
    databases.use(openDisposable({ ...postgres.connection, database }, { statementTimeout: 0 }));
  const server = open(postgres.connection.database);
  const fill = async (name: string, crowd: Crowd): Promise<Database> => {
    await server.rows(`create database ${name}`);
    const db = open(name);
    await migrate(db);
    await seed(db, crowd);
    return db;
  };
  const few = await fill('few', FEW);
  const many = await fill('many', MANY);
  const long = await fill('long', LONG);
  return [...(await compareQuiet(few, many, long)), ...(await compareRush(few, many))];
}

/** One target at a time becomes due, while the others wait. */
async function compareQuiet(few: Database, many: Database, long: Database): Promise<Figure[]> {
  const found = { few: openSamples(), many: openSamples(), long: openSamples() };
  for (let n = 0; n < WARM_UP + SAMPLES; n += 1) {
    const into = n < WARM_UP ? { few: openSamples(), many: openSamples(), long: openSamples() } : found;
    await sample(few, scatter(n, FEW), into.few);
    await sample(many, scatter(n, MANY), into.many);
    await sample(long, scatter(n, LONG), into.long);
  }
  return [
    ...compare('claim', found.many.claim, found.few.claim),
    ...compare('settle', found.many.settle, found.few.settle),
    ...compare('list', found.many.list, found.few.list),
    { name: 'first page among 1,000,000, p50', reached: median(found.many.page), unit: 'ms' },
    figure('any other page, ratio', median(found.many.later) / median(found.many.page), '×', 1.2),
    { name: 'settle, 20,000 waiting on the lane, p50', reached: median(found.long.settle), unit: 'ms' },
    figure('settle on such a lane, ratio', median(found.long.settle) / median(found.few.settle), '×', 1.5),
  ];
}

/** The id of a target: a different one each time, spread over the table. */
function scatter(n: number, { channels, targetsEach }: Crowd): number {
  return ((n * 7919) % (channels * targetsEach)) + 1;
}

function openSamples(): Record<'claim' | 'settle' | 'list' | 'page' | 'later', number[]> {
  return { claim: [], settle: [], list: [], page: [], later: [] };
}

/** A page of the list, which begins after this post: all are due at one moment. */
function pageAfter(id: number | undefined): PostSelection {
  const after = id === undefined ? undefined : { at: '2035-01-01T09:00:00Z', id };
  return { filter: {}, limit: 100, paging: { order: '-at', after } };
}

async function sample(db: Database, id: number, into: ReturnType<typeof openSamples>): Promise<void> {
  await db.rows(
    `with due as (
       update targets set due_at = clock_now(), wake_at = clock_now() where id = $1 returning channel_id)
     update channels set next_due_at = clock_now() where id in (select channel_id from due)`,
    [id],
  );
  const claims = await claim(db, into.claim);
  if (claims.length !== 1) throw new Error(`${claims.length} targets were due, not one`);
  into.settle.push(await time(() => settleAll(db, claims)));
  into.list.push(await time(() => findPage(db, ada, { filter: {}, limit: 500 })));
  into.page.push(await time(() => findPage(db, ada, pageAfter(undefined))));
  into.later.push(await time(() => findPage(db, ada, pageAfter(id))));
}

/** All targets are due at the same moment, nine tenths of them in one workspace. */
async function compareRush(few: Database, many: Database): Promise<Figure[]> {
  await jumpAhead(many);
  await jumpAhead(few);
  const little = await rush(few, FEW.channels);
  const much = await rush(many, MANY.channels);
  return [
    ...compare('claim in the rush', much.claims, little.claims),
    { name: 'claim in the rush, p99', reached: percentile(much.claims, 0.99), unit: 'ms' },
    { name: 'until all 5,000 lanes had a turn', reached: much.seconds, unit: 's' },
    { name: 'targets a second', reached: much.targets / much.seconds, unit: '/s' },
    { name: 'turns of the luckiest lane by then', reached: much.mostTurns, unit: 'turns', goal: { most: 2 } },
  ];
}

/** Claims and settles until each lane has had a turn. */
async function rush(db: Database, lanes: number) {
  const turns = new Map<number, number>();
  const claimTimes: number[] = [];
  const ms = await time(async () => {
    while (turns.size < lanes && claimTimes.length < MAX_CLAIMS) {
      const claims = await claim(db, claimTimes);
      for (const { channel } of claims) turns.set(channel.id, (turns.get(channel.id) ?? 0) + 1);
      await settleAll(db, claims);
    }
  });
  if (turns.size < lanes) throw new Error(`only ${turns.size} of ${lanes} lanes had a turn`);
  const all = [...turns.values()];
  return {
    claims: claimTimes,
    seconds: ms / 1000,
    targets: all.reduce((sum, count) => sum + count, 0),
    mostTurns: Math.max(...all),
  };
}

/** Adds the milliseconds that it took to `times`. */
export async function claim(db: Database, times: number[] = []): Promise<Claim[]> {
  const begin = performance.now();
  const { claims } = await claimLanes(db, LANES);
  times.push(performance.now() - begin);
  return claims;
}

export async function settleAll(db: Database, claims: readonly Claim[]): Promise<void> {
  const settle = openSettling(db);
  await Promise.all(claims.map((claim) => settle(claim, { ...published, warnings: [] })));
}

function compare(what: string, many: readonly number[], few: readonly number[]): Figure[] {
  return [
    { name: `${what} among 1,000,000, p50`, reached: median(many), unit: 'ms' },
    { name: `${what} among 1,000, p50`, reached: median(few), unit: 'ms' },
    { name: `${what}, ratio`, reached: median(many) / median(few), unit: '×', goal: { most: 1.5 } },
  ];
}

/** Posts that are all due at one moment in the far future. */
interface Crowd {
  channels: number;
  targetsEach: number;
}

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
