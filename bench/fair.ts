import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { fill } from './backlog.ts';
import { type Figure, percentile } from './figures.ts';
import { startService } from './harness.ts';
import { connectChannels, endpointOf } from './punctual.ts';
import { startTinyNetwork, type TinyNetwork } from './tiny-network.ts';

export const title =
  'single posts of small workspaces, while one workspace has 900,000 of 1,000,000 due targets';

const channels = 5000;
const targetsEach = 200;
/** Channels of every ten that belong to the large workspace. */
const LARGE = 9;
/** Number of workspaces that share the other channels. */
const SMALL = 50;
const SAMPLES = 30;
/** Milliseconds between two single posts. */
const GAP = 500;

export async function measure(): Promise<Figure[]> {
  const network = await startTinyNetwork();
  await using service = await startService({ env: endpointOf(network) });
  const ids = await connectChannels(service, channels + 1);
  const db = openDatabase(service.database, { patience: 0 });
  const lone = ids.at(-1) as number;
  await distribute(db, ids);
  // This channel must not be a lane of the backlog.
  await db.rows('update channels set needs_reconnect = true where id = $1', [lone]);
  await fill(db, { channels, targetsEach, ahead: 3 });
  await db.rows('update channels set needs_reconnect = false where id = $1', [lone]);
  await sleep(4000);
  const late: number[] = [];
  for (let n = 0; n < SAMPLES; n += 1) late.push(await publishOne(db, network, lone, `single ${n}`));
  const left = await db.row<{ count: number }>('select count(*) from targets where wake_at is not null');
  await Promise.all([db.close(), network.close()]);
  return [
    { name: 'p50', reached: percentile(late, 0.5) / 1000, unit: 's' },
    { name: 'the latest of 30', reached: Math.max(...late) / 1000, unit: 's', goal: { most: 1 } },
    { name: 'targets still due at the end', reached: left?.count ?? 0, unit: '', goal: { least: 500_000 } },
  ];
}

/** Nine of ten channels stay in the large workspace, the others move to many small ones, the last to one of its own. */
async function distribute(db: Database, ids: readonly number[]): Promise<void> {
  await db.rows("insert into workspaces (name) select 'Small ' || n from generate_series(1, $1::int) n", [
    SMALL + 1,
  ]);
  for (const table of ['channels', 'grants']) {
    const id = table === 'channels' ? 'id' : 'channel_id';
    await db.rows(
      `update ${table} set workspace_id = case when ${id} = $1 then $3 else 2 + ${id} % $2 end
       where ${id} = $1 or ${id} % 10 >= ${LARGE}`,
      [ids.at(-1), SMALL, SMALL + 2],
    );
  }
}

/** Milliseconds from its due time, which is when it is written, to its call. */
async function publishOne(
  db: Database,
  network: TinyNetwork,
  channel: number,
  text: string,
): Promise<number> {
  const row = await db.row<{ at: string }>(
    `with post as (
       insert into posts (workspace_id, author_id, content, status, scheduled_at, planned_at)
       select workspace_id, 1, $2, 'scheduled', clock_now(), clock_now() from channels where id = $1
       returning id, workspace_id, scheduled_at),
     target as (
       insert into targets (workspace_id, post_id, channel_id, position, due_at, wake_at)
       select workspace_id, id, $1, 0, scheduled_at, scheduled_at from post returning due_at),
     lane as (update channels set next_due_at = clock_now() where id = $1),
     told as (select pg_notify('belfry_due', ''))
     select target.due_at as at from target, told`,
    [channel, text],
  );
  for (;;) {
    await sleep(GAP / 10);
    const arrival = network.arrivals.find((one) => one.text === text);
    if (arrival !== undefined) return arrival.at - Date.parse(row?.at ?? '');
  }
}
