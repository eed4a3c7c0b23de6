/** Row 19 of docs/faults.md: the database is stopped, in order or not, while 200 posts are published. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';
import { startWaker } from '../../src/publishing/waker.ts';
import type { TestApp } from '../support/app.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import { createFaultyPosts, faultyApp, requireNoneLost, untilAllSettled } from '../support/faulty/world.ts';
import { installTestSchema } from '../support/schema.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let network: FaultyServer;
let service: TestApp;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'belfry-faults-'));
  postgres = await startEmbedded({ dataDir });
  network = await openFaultyServer();
  service = await faultyApp(network, {
    async connectThrough() {
      const db = openDatabase(postgres.connection, { poolSize: 1 });
      await installTestSchema(db);
      await db.close();
      return postgres.connection;
    },
  });
});
afterAll(async () => {
  await service.close();
  await network.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

test.each<[how: string, end: () => unknown]>([
  ['restarted in order', () => postgres.stop()],
  ['killed', () => process.kill(postgres.pid, 'SIGKILL')],
])(
  '19: of 200 posts that are due while PostgreSQL is %s, none is lost and none is published twice',
  async (_, end) => {
    const shown = network.shown.length;
    const posts = await createFaultyPosts(service, { channels: 20, each: 10 });
    const waker = await startWaker(service.ctx, service.publisher);
    while (network.shown.length < shown + 60) await pause(5);
    void end();
    await postgres.exited;
    postgres = await startEmbedded({ dataDir });
    await untilAllSettled(service);
    await waker.stop();
    await requireNoneLost(service, network, posts);
  },
  120_000,
);
