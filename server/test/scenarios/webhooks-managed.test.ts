import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldDeliveries } from '../../src/webhooks/store.ts';
import { app } from '../support/app.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { refusalOf } from '../support/posts.ts';
import { answering, makeDelivery, makeWebhook, openReceiver, sendAll, verify } from '../support/receivers.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ outboundAllow: loopbackAllowed });
const receiver = await openReceiver();
const { workspaceId } = service;
afterAll(async () => {
  await receiver.close();
  await service.close();
});
beforeEach(async () => {
  await sealAll(service.db);
  await service.db.rows('delete from webhooks');
  receiver.got.length = 0;
  receiver.respond = answering(200);
});

const numbers = () => receiver.got.map(({ data }) => data['n']);
const addEvents = (count = 1) => makeEvents(service.db, workspaceId, { kind: 'post.saved' }, count);
const create = (body: object) => service.request('POST', '/api/v1/webhooks', { body });
const list = async ({ id }: { id: number }, cursor?: number) => {
  const query = cursor === undefined ? {} : { cursor };
  const answer = await service.call('listDeliveries', { params: { id }, query });
  return answer.body as { data: (typeof answer)['data']; next_cursor: number | null };
};

describe('an address', () => {
  test.each(['http://example.com/', 'https://10.0.0.1/'])(
    '%s is refused, when it is created and when it is changed',
    async (url) => {
      expect(refusalOf(await create({ url, kinds: ['*'] }))).toEqual(['invalid', 'url']);
      const { id } = await makeWebhook(service, receiver);
      const patched = await service.request('PATCH', `/api/v1/webhooks/${id}`, { body: { url } });
      expect(refusalOf(patched)).toEqual(['invalid', 'url']);
    },
  );

  test('that turns out to be private is not called', async () => {
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    await using guarded = await app({ lookup });
    const body = { url: 'https://rebound.example/', kinds: ['*'] };
    const { id } = (await guarded.call('createWebhook', { body })).data;
    const { data } = await guarded.call('testWebhook', { params: { id } });
    expect(data).toMatchObject({
      delivered: false,
      status: null,
      answer: null,
      error:
        'The address rebound.example was not found on the public internet; OUTBOUND_ALLOW can permit a private one.',
    });
  });
});

describe('creating a webhook', () => {
  test.each([
    [{ kinds: ['post.publish'] }, 'kinds.0'],
    [{ kinds: ['session.*'] }, 'kinds.0'],
    [{ kinds: ['webhook.test'] }, 'kinds.0'],
    [{ kinds: [] }, 'kinds'],
    [{ kinds: ['*', '*'] }, 'kinds'],
    [{ kinds: ['*'], channel_ids: [999_999] }, 'channel_ids.0'],
    [{ kinds: ['*'], secret: 'mine' }, 'secret'],
  ])('is refused with %j', async (input, field) => {
    expect(refusalOf(await create({ url: 'https://example.com/', ...input }))).toEqual(['invalid', field]);
  });

  test('is refused with a channel of another workspace', async () => {
    const stranger = await service.inWorkspace();
    const channel = await connectSandbox(service);
    const body = { url: 'https://example.com/', kinds: ['*'], channel_ids: [channel.id] };
    const answer = await stranger.request('POST', '/api/v1/webhooks', { body });
    expect(refusalOf(answer)).toEqual(['invalid', 'channel_ids.0']);
  });

  test('shows the secret once, and stores it encrypted', async () => {
    const { secret, ...webhook } = await makeWebhook(service, receiver, { description: 'Mine' });
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    expect((await service.call('listWebhooks', {})).data).toEqual([webhook]);
    await service.call('testWebhook', { params: { id: webhook.id } });
    const rows = await service.db.rows(
      `select to_jsonb(w)::text || to_jsonb(s)::text || to_jsonb(d)::text || (select string_agg(data::text, '') from events) as all
       from webhooks w, webhook_secrets s, webhook_deliveries d`,
    );
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
  });

  test('is refused beyond 50 for one workspace, however many are created at once', async () => {
    for (let n = 0; n < 48; n += 1) await makeWebhook(service, receiver);
    const body = { url: 'https://example.com/', kinds: ['*'] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
  });
});

describe('a webhook', () => {
  test('has events of its creation, changes and removal, without its path', async () => {
    const webhook = await makeWebhook(service, receiver);
    const params = { id: webhook.id };
    await service.call('updateWebhook', { params, body: { description: 'New', enabled: false } });
    await service.call('rotateWebhook', { params, body: {} });
    await service.call('replayWebhook', { params, body: { after: 0 } });
    await service.call('deleteWebhook', { params });
    await sealAll(service.db);
    const { data } = await service.call('listAudit', { query: { limit: 5 } });
    const host = new URL(receiver.origin).host;
    const before = { host, description: webhook.description, kinds: ['*'], channel_ids: null, enabled: true };
    const after = { ...before, description: 'New', enabled: false };
    expect(data.map(({ kind, user, data: detail }) => [kind, user?.id, detail])).toEqual(
      [
        ['webhook.removed', {}],
        ['webhook.replayed', { before: webhook.position, after: 0 }],
        ['webhook.rotated', {}],
        ['webhook.changed', { fields: ['description', 'enabled'], before, after }],
        ['webhook.created', { kinds: ['*'] }],
      ].map(([kind, more]) => [kind, service.userId, { webhook_id: webhook.id, host, ...(more as object) }]),
    );
    expect((await service.request('GET', `/api/v1/webhooks/${webhook.id}`)).status).toBe(404);
  });

  test('gets nothing while it is disabled, and loses nothing', async () => {
    const { id } = await makeWebhook(service, receiver);
    const enable = (enabled: boolean) => service.call('updateWebhook', { params: { id }, body: { enabled } });
    expect((await enable(false)).data).toMatchObject({ enabled: false, disabled_because: 'person' });
    await addEvents(2);
    await sendAll(service);
    expect(receiver.got).toEqual([]);
    expect((await enable(true)).data).toMatchObject({
      enabled: true,
      disabled_because: null,
      disabled_at: null,
    });
    await sendAll(service);
    expect(numbers()).toEqual([1, 2]);
  });

  test('gets the events after a given position again, under the same ids', async () => {
    const { id, position } = await makeWebhook(service, receiver);
    await addEvents(3);
    await sendAll(service);
    await service.call('replayWebhook', { params: { id }, body: { after: position + 2 } });
    await sendAll(service);
    expect(numbers()).toEqual([1, 2, 3, 2, 3]);
    const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(3)).toEqual(ids.slice(1, 3));
  });

  test('can skip events that its receiver cannot handle', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents(2);
    receiver.respond = (response, got) => answering(got.data['n'] === 1 ? 422 : 200)(response, got);
    await sendAll(service);
    const [stuck] = (await list(webhook)).data;
    const body = { after: stuck?.seq ?? 0 };
    const { data } = await service.call('replayWebhook', { params: { id: webhook.id }, body });
    expect(data).toMatchObject({ tries: 0, failing_since: null, next_try_at: null });
    await sendAll(service);
    expect(numbers()).toEqual([1, 2]);
  });

  test('is not moved beyond the end of the log', async () => {
    const { id, position } = await makeWebhook(service, receiver);
    const answer = await service.request('POST', `/api/v1/webhooks/${id}/replay`, {
      body: { after: position + 99 },
    });
    expect(refusalOf(answer)).toEqual(['invalid', 'after']);
  });

  test('that is moved during a delivery continues at the new position', async () => {
    const { id, position } = await makeWebhook(service, receiver);
    await makeEvents(service.db, workspaceId, { kind: 'post.saved' }, 4);
    receiver.respond = (response) => {
      receiver.respond = answering(200);
      // After the creation of the webhook and the first two events.
      const moved = service.call('replayWebhook', { params: { id }, body: { after: position + 3 } });
      void moved.then(() => response.end());
    };
    await sendAll(service);
    expect(numbers()).toEqual([1, 3, 4]);
  });
});

describe('deliveries', () => {
  test('can be repeated by hand out of order, unchanged, even to a disabled webhook', async () => {
    const webhook = await makeWebhook(service, receiver);
    await addEvents(2);
    receiver.respond = answering(500);
    await sendAll(service);
    const [failed] = (await list(webhook)).data;
    const body = { enabled: false };
    await service.call('updateWebhook', { params: { id: webhook.id }, body });
    receiver.respond = answering(202);
    const { data } = await service.call('redeliver', { params: { id: failed?.id ?? 0 } });
    expect(data).toMatchObject({
      cause: 'redelivery',
      delivered: true,
      status: 202,
      try: 2,
      seq: failed?.seq,
    });
    const [first, again] = receiver.got;
    expect([again?.body, again?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
    if (again !== undefined) verify(again, webhook.secret);
    expect((await list(webhook)).data.map(({ id }) => id)).toEqual([data.id, failed?.id]);
    expect((await service.call('getWebhook', { params: { id: webhook.id } })).data.lag).toBe(2);
  });

  test('begin with a test, which returns its result', async () => {
    const webhook = await makeWebhook(service, receiver);
    receiver.respond = (response) => response.writeHead(401).end('who are you?');
    const { data } = await service.call('testWebhook', { params: { id: webhook.id } });
    expect(data).toMatchObject({
      cause: 'test',
      seq: null,
      status: 401,
      answer: 'who are you?',
      delivered: false,
    });
    const [got] = receiver.got;
    expect(got).toMatchObject({ type: 'webhook.test', data: { webhook_id: webhook.id } });
    if (got !== undefined) verify(got, webhook.secret);
    expect(
      await service.call('getWebhook', { params: { id: webhook.id } }).then(({ data }) => data),
    ).toMatchObject({
      tries: 0,
      enabled: true,
    });
  });

  test('have pages, the newest first', async () => {
    const webhook = await makeWebhook(service, receiver);
    const ids: number[] = [];
    for (let n = 0; n < 60; n += 1) ids.unshift(await makeDelivery(service.db, workspaceId, webhook.id));
    const first = await list(webhook);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    const rest = await list(webhook, first.next_cursor ?? 0);
    expect([rest.data.map(({ id }) => id), rest.next_cursor]).toEqual([ids.slice(50), null]);
  });

  test('are stored for a week, up to the newest 300', async () => {
    const [busy, quiet] = [await makeWebhook(service, receiver), await makeWebhook(service, receiver)];
    for (let n = 0; n < 305; n += 1) await makeDelivery(service.db, workspaceId, busy.id);
    await makeDelivery(service.db, workspaceId, quiet.id);
    const count = async () => {
      const rows = await service.db.rows<{ count: number }>(
        'select count(*) as count from webhook_deliveries group by webhook_id order by webhook_id',
      );
      return rows.map(({ count }) => count);
    };
    await deleteOldDeliveries(service.db);
    expect(await count()).toEqual([300, 1]);
    await service.clock.advance('7 days');
    await makeDelivery(service.db, workspaceId, busy.id);
    await service.clock.advance('1 second');
    await deleteOldDeliveries(service.db);
    expect(await count()).toEqual([1]);
  });

  test('are deleted with their webhook, and with the workspace', async () => {
    const stranger = await service.inWorkspace();
    const webhook = await makeWebhook(stranger, receiver);
    await makeDelivery(service.db, stranger.workspaceId, webhook.id);
    await service.db.rows('delete from workspaces where id = $1', [stranger.workspaceId]);
    for (const table of ['webhooks', 'webhook_secrets', 'webhook_deliveries']) {
      const rows = await service.db.rows(`select from ${table} where workspace_id = $1`, [
        stranger.workspaceId,
      ]);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
