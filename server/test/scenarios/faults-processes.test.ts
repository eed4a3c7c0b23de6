/** Rows 5, 17 and 28 of docs/faults.md: processes that are paused, told to stop, or killed during a delivery. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kinds } from '../support/faulty/adapter.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import {
  advanceClock,
  advanceToNext,
  endpointsOf,
  type FaultyPost,
  scheduleFaultyPost,
  untilSettled,
  wakeWorkers,
} from '../support/faulty/world.ts';
import { type Killable, prepareKillable } from '../support/killable.ts';
import { makeWebhook, openReceiver, type Receiver } from '../support/receivers.ts';

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

const shownBy = ({ username }: FaultyPost) =>
  network.shown.filter((post) => post.account === username).length;

async function endOf(faulty: FaultyPost) {
  const { status, targets } = await untilSettled(service, faulty.post);
  return [faulty.kind, status, targets[0]?.error?.code, shownBy(faulty)];
}

/** Due, and sent to the network, which accepts it and does not answer. */
async function hangAll(): Promise<FaultyPost[]> {
  const faulty = await Promise.all(kinds.map((kind) => scheduleFaultyPost(service, kind)));
  const before = network.count('POST /posts');
  network.spoil('POST /posts', ...faulty.map(() => ({ accepts: true, answer: 'hang' }) as const));
  await advanceClock(service.db, '1 minute');
  await wakeWorkers(service.db);
  await network.until('POST /posts', before + faulty.length);
  return faulty;
}

test('5: P8, killed during a delivery: the event is sent again under the same id', async () => {
  await makeWebhook(service, receiver, { kinds: ['post.published'] });
  receiver.respond = () => undefined;
  const faulty = await scheduleFaultyPost(service, 'key', '0');
  await receiver.until(1);
  await service.kill();
  receiver.respond = (response) => response.end('thanks');
  await advanceClock(service.db, '1 minute');
  await service.start();
  await receiver.until(2);
  const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
  expect(await endOf(faulty)).toEqual(['key', 'published', undefined, 1]);
});

/** Waits until the service has logged the words so many times more. */
async function untilLogged(words: string, already: number, times = 1): Promise<void> {
  while ((await countLogged(words)) < already + times) await pause(20);
}

async function countLogged(words: string): Promise<number> {
  return (await service.readLog()).split(words).length - 1;
}

test('17: a worker that was paused in its calls for two leases writes nothing, and nothing is sent twice', async () => {
  const lost = await countLogged('lease lost');
  const faulty = await hangAll();
  service.freeze();
  await advanceClock(service.db, '31 seconds');
  await service.startBeside();
  const ends = [];
  for (const each of faulty) {
    await untilOthersSettle(each);
    ends.push((await readTarget(each)).status);
  }
  expect(ends).toEqual(['published', 'published', 'failed']);
  const before = await Promise.all(faulty.map(readTarget));
  service.thaw();
  network.release();
  await untilLogged('lease lost', lost, faulty.length);
  expect(await Promise.all(faulty.map(readTarget))).toEqual(before);
  expect(faulty.map(shownBy)).toEqual([1, 1, 1]);
});

interface TargetRow {
  status: string;
  code: string | null;
  held_by: string | null;
}

async function readTarget({ post }: FaultyPost): Promise<TargetRow> {
  const row = await service.db.row<TargetRow>(
    "select status, error ->> 'code' as code, held_by from targets where post_id = $1",
    [post.id],
  );
  if (row === undefined) throw new Error('no such target');
  return row;
}

/** Reads the database, because the service is frozen. */
async function untilOthersSettle(faulty: FaultyPost): Promise<void> {
  while (!['published', 'failed'].includes((await readTarget(faulty)).status)) {
    if (await advanceToNext(service.db)) await wakeWorkers(service.db);
    await pause(10);
  }
}

test('28: a worker that is told to stop finishes its attempts in flight, and begins no new one', async () => {
  await service.killAll();
  await service.start();
  const stopping = await countLogged('"stopping"');
  const faulty = await hangAll();
  const stopped = service.stop();
  await untilLogged('"stopping"', stopping);
  const later = await scheduleFaultyPost(service, 'neither', '0');
  network.release();
  await stopped;
  for (const each of faulty) {
    expect(await readTarget(each)).toEqual({ status: 'published', code: null, held_by: null });
  }
  expect(await readTarget(later)).toEqual({ status: 'pending', code: null, held_by: null });
  await service.start();
  for (const each of [...faulty, later]) {
    expect(await endOf(each)).toEqual([each.kind, 'published', undefined, 1]);
  }
});
