import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { startSealer } from '../../src/events/sealer.ts';
import { Sender } from '../../src/webhooks/sending/sender.ts';
import { releaseWebhooks } from '../../src/webhooks/sending/store.ts';
import { startSender } from '../../src/webhooks/sending/watch.ts';
import { app } from '../support/app.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { answering, makeWebhook, openReceiver, sendAll } from '../support/receivers.ts';

const service = await app({ outboundAllow: loopbackAllowed });
const receiver = await openReceiver();
const second = await openReceiver();
const { workspaceId } = service;
afterAll(async () => {
  await receiver.close();
  await second.close();
  await service.close();
});
beforeEach(async () => {
  await sealAll(service.db);
  await service.db.rows('delete from webhooks');
  for (const one of [receiver, second]) {
    one.got.length = 0;
    one.respond = answering(200);
  }
});

const numbers = () => receiver.got.map(({ data }) => data['n']);
const addEvents = (count = 1) => makeEvents(service.db, workspaceId, { kind: 'post.saved' }, count);
const read = async ({ id }: { id: number }) => (await service.call('getWebhook', { params: { id } })).data;
describe('many receivers', () => {
  test('a receiver that does not answer delays no other', async () => {
    const hanging = await makeWebhook(service, second);
    await makeWebhook(service, receiver);
    const answers: (() => void)[] = [];
    second.respond = (response) => answers.push(() => response.end());
    await addEvents(50);
    await sealAll(service.db);
    const sender = new Sender(service.ctx);
    sender.onQueued = () => void sender.sendFresh();
    await sender.enqueueBehind();
    await receiver.until(50);
    expect(second.got).toHaveLength(1);
    expect((await read(hanging)).lag).toBe(50);
    second.respond = answering(200);
    for (const answer of answers) answer();
    await second.until(50);
    await sender.stop();
  });

  test('two hundred receivers that never answer delay no other', async () => {
    const [silent, speaking] = [await makeWebhook(service, second), await makeWebhook(service, receiver)];
    // The receiver that answers comes last.
    await service.db.rows(
      `insert into webhooks (workspace_id, url, kinds, position)
       select workspace_id, url, kinds, position from webhooks
       cross join generate_series(1, case when id = $1 then 199 else 1 end) n order by id`,
      [silent.id],
    );
    await service.db.rows('delete from webhooks where id = $1', [speaking.id]);
    const answers: (() => void)[] = [];
    second.respond = (response) => answers.push(() => response.end());
    await addEvents();
    await sealAll(service.db);
    const sender = new Sender(service.ctx);
    sender.onQueued = () => void sender.sendFresh();
    await sender.enqueueBehind();
    await receiver.until(1);
    second.respond = answering(200);
    await second.until(200);
    for (const answer of answers) answer();
    await sender.stop();
  });

  test('of two senders on one database, one sends for a webhook at a time, and each event once', async () => {
    await makeWebhook(service, receiver);
    let atOnce = 0;
    let most = 0;
    receiver.respond = (response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setImmediate(() => {
        atOnce -= 1;
        response.end();
      });
    };
    const db = openDatabase(service.connection);
    const senders = [new Sender(service.ctx), new Sender({ ...service.ctx, db })];
    for (const sender of senders) sender.onQueued = () => void sender.sendFresh();
    await addEvents(100);
    await sealAll(service.db);
    await Promise.all(senders.map((sender) => sender.enqueueBehind()));
    await receiver.until(100);
    await Promise.all(senders.map((sender) => sender.stop()));
    await db.close();
    expect(numbers()).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect(most).toBe(1);
  });
});

describe('a sender that is killed between sending and saving', () => {
  /** Its database fails as soon as the receiver has the event. */
  async function sendAndLoseDatabase(): Promise<void> {
    const db = openDatabase(service.connection);
    const doomed = new Sender({ ...service.ctx, db });
    receiver.respond = (response) => void db.close().then(() => response.end());
    await doomed.enqueueBehind();
    await doomed.sendFresh();
    await doomed.idle();
    receiver.respond = answering(200);
  }

  test('sends the event again under the same id, when its lease has ended', async () => {
    await makeWebhook(service, receiver);
    await addEvents(2);
    await sealAll(service.db);
    await sendAndLoseDatabase();
    await sendAll(service);
    expect(numbers()).toEqual([1]);
    await service.clock.advance('46 seconds');
    await sendAll(service);
    expect(numbers()).toEqual([1, 1, 2]);
    const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
    expect(ids[1]).toBe(ids[0]);
  });

  test('delays no webhook once it is known to be dead', async () => {
    await makeWebhook(service, receiver);
    await addEvents();
    await sealAll(service.db);
    await sendAndLoseDatabase();
    await releaseWebhooks(service.db);
    await sendAll(service);
    expect(numbers()).toEqual([1, 1]);
  });
});

describe('a running worker', () => {
  test('sends sealed events, retries when they are due, and finds events without a notification', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents();
    await sealAll(service.db);
    const [sealer, sender] = [startSealer(service.ctx), await startSender(service.ctx)];
    await receiver.until(1);
    receiver.respond = answering(500);
    await addEvents();
    await receiver.until(2);
    while ((await read(webhook)).tries === 0);
    receiver.respond = answering(200);
    await service.clock.advance('10 seconds');
    await receiver.until(3);
    expect(numbers()).toEqual([1, 1, 1]);
    await sealer.stop();
    await sender.stop();
    expect(await read(webhook)).toMatchObject({ lag: 0, tries: 0 });
  });

  test('completes its deliveries before it stops', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents(3);
    await sealAll(service.db);
    const sender = await startSender(service.ctx);
    const asked = Promise.withResolvers<() => void>();
    receiver.respond = (response) => asked.resolve(() => response.end());
    const answer = await asked.promise;
    const stopped = sender.stop();
    answer();
    await stopped;
    expect(numbers()).toEqual([1]);
    expect((await read(webhook)).lag).toBe(2);
  });
});
