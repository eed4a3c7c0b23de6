/** Rows 5, 17 and 28 of docs/faults.md: processes that stand still, are told to stop, or die over a delivery. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { kinds } from '../support/faulty/adapter.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import {
  endpointsOf,
  hurry,
  leap,
  type Planted,
  pass,
  plantAhead,
  untilOver,
} from '../support/faulty/world.ts';
import { type Killable, prepareKillable } from '../support/killable.ts';
import { makeWebhook, openReceiver, type Receiver } from '../support/receivers.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let network: FaultyServer;
let receiver: Receiver;
let service: Killable;
beforeAll(async () => {
  network = await openFaultyServer();
  receiver = await openReceiver();
  const env = {
    BELFRY_ROLE: 'both',
    LOG_LEVEL: 'info',
    NETWORK_ENDPOINTS: JSON.stringify(endpointsOf(network)),
    OUTBOUND_ALLOW: '127.0.0.1',
  };
  service = await prepareKillable(env, join(import.meta.dirname, '../support/faulty/main.ts'));
  await service.start();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  await network.close();
});

const shownBy = ({ username }: Planted) => network.shown.filter((post) => post.account === username).length;

async function endOf(planted: Planted) {
  const { status, targets } = await untilOver(service, planted.post);
  return [planted.kind, status, targets[0]?.error?.code, shownBy(planted)];
}

/** Due, sent to the network, which took it and does not answer. */
async function hangAll(): Promise<Planted[]> {
  const planted = await Promise.all(kinds.map((kind) => plantAhead(service, kind)));
  const before = network.count('POST /posts');
  network.spoil('POST /posts', ...planted.map(() => ({ accepts: true, answer: 'hang' }) as const));
  await pass(service.db, '1 minute');
  await hurry(service.db);
  await network.until('POST /posts', before + planted.length);
  return planted;
}

test('5: P8, killed during a delivery: the event is sent again under the same id', async () => {
  await makeWebhook(service, receiver, { kinds: ['post.published'] });
  receiver.respond = () => undefined;
  const planted = await plantAhead(service, 'key', '0');
  await receiver.until(1);
  await service.kill();
  receiver.respond = (response) => response.end('thanks');
  await pass(service.db, '1 minute');
  await service.start();
  await receiver.until(2);
  const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
  expect(await endOf(planted)).toEqual(['key', 'published', undefined, 1]);
});

/** Until the service has said so, so many times more. */
async function untilSaid(words: string, already: number, times = 1): Promise<void> {
  while ((await countSaid(words)) < already + times) await pause(20);
}

async function countSaid(words: string): Promise<number> {
  return (await service.readLog()).split(words).length - 1;
}

test('17: a worker that was paused in its calls for two leases writes nothing, and nothing is sent twice', async () => {
  const lost = await countSaid('lease lost');
  const planted = await hangAll();
  service.freeze();
  await pass(service.db, '31 seconds');
  await service.startBeside();
  const ends = [];
  for (const each of planted) {
    await untilElsewhere(each);
    ends.push((await readTarget(each)).status);
  }
  expect(ends).toEqual(['published', 'published', 'failed']);
  const before = await Promise.all(planted.map(readTarget));
  service.thaw();
  network.release();
  await untilSaid('lease lost', lost, planted.length);
  expect(await Promise.all(planted.map(readTarget))).toEqual(before);
  expect(planted.map(shownBy)).toEqual([1, 1, 1]);
});

interface TargetRow {
  status: string;
  code: string | null;
  lease_id: string | null;
}

async function readTarget({ post }: Planted): Promise<TargetRow> {
  const row = await service.db.row<TargetRow>(
    "select status, error ->> 'code' as code, lease_id from targets where post_id = $1",
    [post.id],
  );
  if (row === undefined) throw new Error('no such target');
  return row;
}

/** As the database says it: the service that would is frozen. */
async function untilElsewhere(planted: Planted): Promise<void> {
  while (!['published', 'failed'].includes((await readTarget(planted)).status)) {
    if (await leap(service.db)) await hurry(service.db);
    await pause(10);
  }
}

test('28: a worker that is told to stop finishes its attempts in flight, and begins no new one', async () => {
  await service.killAll();
  await service.start();
  const stopping = await countSaid('"stopping"');
  const planted = await hangAll();
  const stopped = service.stop();
  await untilSaid('"stopping"', stopping);
  const later = await plantAhead(service, 'neither', '0');
  network.release();
  await stopped;
  for (const each of planted) {
    expect(await readTarget(each)).toEqual({ status: 'published', code: null, lease_id: null });
  }
  expect(await readTarget(later)).toEqual({ status: 'pending', code: null, lease_id: null });
  await service.start();
  for (const each of [...planted, later]) {
    expect(await endOf(each)).toEqual([each.kind, 'published', undefined, 1]);
  }
});
