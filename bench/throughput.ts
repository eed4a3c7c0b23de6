import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { claimLanes } from '../server/src/lanes/store.ts';
import { openSettling } from '../server/src/publishing/settle.ts';
import { fill, untilPublished } from './backlog.ts';
import { type Figure, time } from './figures.ts';
import { type BenchService, startService } from './harness.ts';
import { jumpAhead, seed } from './million-seed.ts';
import { findFamily, readCpu } from './processes.ts';
import { connectChannels, endpointOf } from './punctual.ts';
import { startTinyNetwork } from './tiny-network.ts';

export const title = 'what one worker publishes over 5,000 channels, against claiming and settling alone';

const channels = 5000;
const targetsEach = 6;
const TARGETS = channels * targetsEach;
/** Maximum lanes per claim. */
const LANES = 100;
const published = { kind: 'published', id: '1', url: null, warnings: [] } as const;

export async function measure(): Promise<Figure[]> {
  const network = await startTinyNetwork();
  await using service = await startService({ env: endpointOf(network) });
  await connectChannels(service, channels);
  const empty = await measureEmpty(service);
  const { rate, cpu, own } = await measureFull(service);
  await network.close();
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
  const server = openDatabase(service.database, { patience: 0 });
  await server.rows('create database empty');
  await server.close();
  const db = openDatabase({ ...service.database, database: 'empty' }, { patience: 0 });
  await migrate(db);
  await seed(db, { channels, targetsEach });
  await jumpAhead(db);
  const settle = openSettling(db);
  let done = 0;
  const ms = await time(async () => {
    for (let claims = await claim(db); claims.length > 0; claims = await claim(db)) {
      await Promise.all(claims.map((each) => settle(each, { ...published, warnings: [] })));
      done += claims.length;
    }
  });
  await db.close();
  if (done !== TARGETS) throw new Error(`${done} of ${TARGETS} targets were settled`);
  return (TARGETS / ms) * 1000;
}

async function claim(db: Database) {
  return (await claimLanes(db, LANES)).claims;
}

/** Targets per second, and microseconds of CPU time per target. */
async function measureFull(service: BenchService) {
  const db = openDatabase(service.database, { patience: 0 });
  const at = await fill(db, { channels, targetsEach, ahead: 15 });
  const before = await readBoth(service);
  const seconds = await untilPublished(db, at);
  const after = await readBoth(service);
  await db.close();
  const perTarget = (cpu: number) => (cpu * 1e6) / TARGETS;
  return {
    rate: TARGETS / seconds,
    cpu: perTarget(after.all - before.all),
    own: perTarget(after.own - before.own),
  };
}

async function readBoth({ pid }: BenchService): Promise<{ all: number; own: number }> {
  return { all: await readCpu(await findFamily(pid)), own: await readCpu([pid]) };
}
