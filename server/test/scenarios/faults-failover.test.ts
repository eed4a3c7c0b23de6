/** Row 20 of docs/faults.md: the primary database fails, and a replica takes over. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { checkHeartbeat } from '../../src/backup/rewound/watch.ts';
import { startWaker } from '../../src/publishing/waker.ts';
import type { TestApp } from '../support/app.ts';
import { layCable } from '../support/cable.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import { createFaultyPosts, faultyApp, requireNoneLost, untilAllSettled } from '../support/faulty/world.ts';
import { getPost } from '../support/posts.ts';
import { type Pair, startPair } from '../support/replica.ts';

interface Site {
  service: TestApp;
  network: FaultyServer;
  failOver(): Promise<void>;
}

/** A service that connects to whichever of the two servers runs. */
async function on(pair: Pair, work: (site: Site) => Promise<void>): Promise<void> {
  const network = await openFaultyServer();
  const cable = await layCable(pair.connection);
  const service = await faultyApp(network, { connectThrough: async () => cable.connection });
  const failOver = async () => {
    const second = await pair.failOver();
    await cable.cut();
    cable.plug(second);
    await cable.mend();
  };
  try {
    await work({ service, network, failOver });
  } finally {
    await service.close();
    await network.close();
    await cable.close();
    await pair.stop();
  }
}

test('20: of posts that are due while a synchronous replica takes over, none is lost and none is published twice', async () => {
  await on(await startPair(), async ({ service, network, failOver }) => {
    const posts = await createFaultyPosts(service, { channels: 12, each: 5 });
    const waker = await startWaker(service.ctx, service.publisher);
    while (network.shown.length < 20) await pause(5);
    await failOver();
    await untilAllSettled(service);
    await waker.stop();
    await requireNoneLost(service, network, posts);
  });
});

test('20: posts whose last commits an asynchronous replica lacks are sent at most once, if it lacks a heartbeat', async () => {
  const leash = Promise.withResolvers<Awaited<ReturnType<typeof layCable>>>();
  const pair = await startPair(async (first) => {
    const cable = await layCable(first, 'port');
    leash.resolve(cable);
    return cable.connection;
  });
  await on(pair, async ({ service, network, failOver }) => {
    await service.db.rows("insert into installation (sealed) values ('\\x00') on conflict do nothing");
    const posts = await createFaultyPosts(service, { channels: 12, each: 5 });
    await checkHeartbeat(service.ctx);
    await pair.untilAbreast();
    await (await leash.promise).cut();

    const waker = await startWaker(service.ctx, service.publisher);
    while (network.shown.length < 20) await pause(5);
    await checkHeartbeat(service.ctx);
    const looks = vi.spyOn(service.publisher, 'claim');
    await failOver();
    const before = looks.mock.calls.length;
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 3);
    await checkHeartbeat(service.ctx);
    await untilAllSettled(service);
    await waker.stop();

    const texts = network.shown.map(({ text }) => text);
    expect(texts).toEqual([...new Set(texts)]);
    for (const post of posts) {
      expect((await getPost(service, post)).targets[0]?.error?.code).toBe('outcome_unknown');
    }
  });
  await (await leash.promise).close();
});
