import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { answering, makeWebhook, openReceiver, sendAll, verify } from '../support/receivers.ts';

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
const listDeliveries = async ({ id }: { id: number }) =>
  (await service.call('listDeliveries', { params: { id }, query: {} })).data;

/** Advances the clock to the next try, and tries. */
async function tryAgain(webhook: { id: number }): Promise<void> {
  const { next_try_at } = await read(webhook);
  if (next_try_at === null) throw new Error('it is not tried again');
  await service.clock.set(next_try_at);
  await sendAll(service);
}

describe('an event that the receiver refuses', () => {
  test.each([500, 404, 301, 302, 307, 308, 429])(
    'with %d is tried again before later ones',
    async (status) => {
      const webhook = await makeWebhook(service, receiver);
      await addEvents(3);
      receiver.respond = answering(status, { location: `${second.origin}/elsewhere` });
      await sendAll(service);
      expect(numbers()).toEqual([1]);
      receiver.respond = answering(200);
      await tryAgain(webhook);
      expect(numbers()).toEqual([1, 1, 2, 3]);
      const [first, again] = receiver.got;
      expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(again?.body).toBe(first?.body);
      expect(Number(again?.headers['webhook-timestamp'])).toBeGreaterThan(
        Number(first?.headers['webhook-timestamp']),
      );
      if (again !== undefined) verify(again, webhook.secret);
      expect(second.got).toEqual([]);
      expect(await read(webhook)).toMatchObject({ lag: 0, tries: 0, failing_since: null, last_error: null });
    },
  );

  test('is shown with the state of the webhook and each try', async () => {
    const webhook = await makeWebhook(service, receiver);
    const failing_since = await service.clock.in('0');
    await addEvents();
    receiver.respond = (response) => response.writeHead(503).end(`not now\0${'x'.repeat(5000)}`);
    await sendAll(service);
    await tryAgain(webhook);
    const last_error = 'The receiver answered 503. Only a status from 200 to 299 confirms delivery.';
    const state = await read(webhook);
    expect(state).toMatchObject({ enabled: true, tries: 2, failing_since, last_error, lag: 1 });
    const deliveries = await listDeliveries(webhook);
    expect(
      deliveries.map(({ try: nth, status, error, delivered }) => [nth, status, error, delivered]),
    ).toEqual([
      [2, 503, last_error, false],
      [1, 503, last_error, false],
    ]);
    const [got] = receiver.got;
    const [, delivery] = deliveries;
    expect(delivery).toMatchObject({ cause: 'event', kind: 'post.saved', seq: state.position + 1 });
    expect(delivery?.request.body).toBe(got?.body);
    expect(got?.headers).toMatchObject(delivery?.request.headers ?? {});
    expect(delivery?.answer).toBe(`not now\uFFFD${'x'.repeat(2040)}`);
  });

  test('waits as long as the receiver requests', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents();
    receiver.respond = answering(429, { 'retry-after': '1234' });
    await sendAll(service);
    expect((await read(webhook)).next_try_at).toBe(await service.clock.in('1234 seconds'));
    await service.clock.advance('1233 seconds');
    await sendAll(service);
    expect(receiver.got).toHaveLength(1);
    await service.clock.advance('1 second');
    await sendAll(service);
    expect(receiver.got).toHaveLength(2);
  });

  test('is sent again when the receiver does not listen', async () => {
    const away = await openReceiver();
    await away.close();
    const webhook = await makeWebhook(service, away);
    await addEvents();
    await sendAll(service);
    expect((await read(webhook)).last_error).toBe('127.0.0.1 cannot be reached (ECONNREFUSED).');
    expect(await listDeliveries(webhook)).toMatchObject([{ status: null, answer: null, delivered: false }]);
  });

  test('is not one that gets a long answer, with any compression', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents();
    receiver.respond = (response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end('y'.repeat(10 * 1024 * 1024));
    await sendAll(service);
    expect(await listDeliveries(webhook)).toMatchObject([{ status: 200, delivered: true }]);
  });
});

describe('a webhook that keeps failing', () => {
  test('is retried for three days, then disabled with a notice, and continues where it stopped', async () => {
    const webhook = await makeWebhook(service, receiver);
    const watcher = await makeWebhook(service, second, { kinds: ['webhook.*'] });
    await addEvents(2);
    receiver.respond = answering(500);
    await sendAll(service);
    const { failing_since } = await read(webhook);
    while ((await read(webhook)).enabled) await tryAgain(webhook);
    const three = await service.db.row<{ at: string }>("select $1::timestamptz + interval '3 days' as at", [
      failing_since,
    ]);
    const state = await read(webhook);
    expect(state).toMatchObject({
      disabled_because: 'failing',
      disabled_at: three?.at,
      failing_since,
      lag: 2,
    });
    expect(state.next_try_at).toBeNull();
    expect(receiver.got.length).toBeGreaterThan(10);
    expect(new Set(numbers())).toEqual(new Set([1]));
    await sendAll(service);
    expect(second.got).toHaveLength(1);
    expect(second.got[0]).toMatchObject({
      type: 'webhook.disabled',
      data: {
        webhook_id: webhook.id,
        because: 'failing',
        host: new URL(receiver.origin).host,
        error: state.last_error,
      },
    });
    await addEvents();
    await service.clock.advance('3 days');
    await sendAll(service);
    const before = receiver.got.length;
    receiver.respond = answering(200);
    const { data } = await service.call('updateWebhook', {
      params: { id: webhook.id },
      body: { enabled: true },
    });
    expect(data).toMatchObject({ enabled: true, tries: 0, failing_since: null, disabled_because: null });
    await sendAll(service);
    expect(receiver.got.slice(before).map(({ type }) => type)).toEqual([
      'post.saved',
      'post.saved',
      'webhook.disabled',
      'post.saved',
    ]);
    expect((await read(watcher)).enabled).toBe(true);
  });

  test('has three new days after each success', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents();
    receiver.respond = answering(500);
    await sendAll(service);
    await service.clock.advance('71 hours');
    receiver.respond = answering(200);
    await sendAll(service);
    await addEvents();
    receiver.respond = answering(500);
    await service.clock.advance('2 hours');
    await sendAll(service);
    expect(await read(webhook)).toMatchObject({
      enabled: true,
      tries: 1,
      failing_since: await service.clock.in('0'),
    });
  });

  test('is disabled at once by 410', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents(2);
    receiver.respond = answering(410);
    await sendAll(service);
    expect(await read(webhook)).toMatchObject({ enabled: false, disabled_because: 'gone', lag: 2 });
    expect(receiver.got).toHaveLength(1);
  });

  test('is tried at once after its address changed', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents();
    receiver.respond = answering(500);
    await sendAll(service);
    const body = { url: `${second.origin}/there` };
    await service.call('updateWebhook', { params: { id: webhook.id }, body });
    await sendAll(service);
    expect(second.got).toMatchObject([{ path: '/there', data: { n: 1 } }]);
  });
});
