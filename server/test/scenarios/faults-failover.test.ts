/** Row 20 of docs/faults.md: the database is lost, and a replica takes its place. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { startWaker } from '../../src/publishing/waker.ts';
import type { TestApp } from '../support/app.ts';
import type { Cable } from '../support/cable.ts';
import { layCable } from '../support/cable.ts';
import type { FaultyServer } from '../support/faulty/server.ts';
import { openFaultyServer } from '../support/faulty/server.ts';
import { faultyApp, plantMany, requireNoneLost, workThrough } from '../support/faulty/world.ts';
import type { Pair } from '../support/replica.ts';
import { startPair } from '../support/replica.ts';

let pair: Pair;
let cable: Cable;
let network: FaultyServer;
let service: TestApp;
beforeAll(async () => {
  pair = await startPair();
  network = await openFaultyServer();
  service = await faultyApp(network, {
    async reach() {
      cable = await layCable(pair.connection);
      return cable.connection;
    },
  });
});
afterAll(async () => {
  await service.close();
  await network.close();
  await cable.close();
  await pair.stop();
});

test('20: of what is due while a synchronous replica takes over none is lost and none goes out twice', async () => {
  const posts = await plantMany(service, { channels: 12, each: 5 });
  const waker = await startWaker(service.ctx, service.publisher);
  while (network.shown.length < 20) await pause(5);
  const second = await pair.failOver();
  await cable.cut();
  cable.plug(second);
  await cable.mend();
  await workThrough(service);
  await waker.stop();
  await requireNoneLost(service, network, posts);
}, 120_000);
