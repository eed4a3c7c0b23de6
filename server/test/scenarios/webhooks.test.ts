import { kindsByNoun, kindsForAll, webhookKinds } from '@belfry/contract/event-kinds.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeEvents, sealAll } from '../support/events.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { createPost, scheduledToBehave } from '../support/posts.ts';
import { answering, makeWebhook, openReceiver, sendAll, verify } from '../support/receivers.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ outboundAllow: loopbackAllowed });
const receiver = await openReceiver();
const { workspaceId } = service;
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  await sealAll(service.db);
  await service.db.rows('delete from webhooks');
  receiver.got.length = 0;
  receiver.respond = answering(200);
});

const types = () => receiver.got.map(({ type }) => type);
const numbers = () => receiver.got.map(({ data }) => data['n']);

describe('a webhook gets', () => {
  test('the events of a post, in the order of the log, with its address and its error', async () => {
    const [good, bad] = [await connectSandbox(service), await connectSandbox(service)];
    await makeWebhook(service, receiver, { kinds: ['post.*', 'target.published', 'target.failed'] });
    const targets = [good, bad].map(({ id }, at) => ({
      channel_id: id,
      settings: { behaviour: at === 0 ? 'ok' : 'reject' },
    }));
    const post = await createPost(service, { ...scheduledToBehave('ok', []), targets });
    await service.publishDue();
    await sendAll(service);
    expect(types().toSorted()).toEqual([
      'post.failed',
      'post.scheduled',
      'target.failed',
      'target.published',
    ]);
    expect([types()[0], types()[3]]).toEqual(['post.scheduled', 'post.failed']);
    const [scheduled, , , failed] = receiver.got;
    const user = { id: service.userId, name: expect.any(String) };
    expect(scheduled?.data).toMatchObject({ workspace_id: workspaceId, post_id: post.id, user });
    const url = expect.stringContaining('/sandbox/@');
    expect(failed?.data['targets']).toEqual([
      { id: post.targets[0]?.id, channel_id: good.id, status: 'published', url, error: null },
      {
        id: post.targets[1]?.id,
        channel_id: bad.id,
        status: 'failed',
        url: null,
        error: expect.objectContaining({ code: 'rejected' }),
      },
    ]);
    const one = receiver.got.find(({ type }) => type === 'target.published');
    expect(one?.data).toMatchObject({ channel_id: good.id, post_id: post.id, url });
  });

  test('one event when a channel must be connected again', async () => {
    const channel = await connectSandbox(service);
    await makeWebhook(service, receiver, { kinds: ['channel.needs_reconnect'] });
    await createPost(service, scheduledToBehave('reconnect', [channel]));
    await createPost(service, scheduledToBehave('reconnect', [channel]));
    await service.publishDue();
    await service.clock.advance('25 hours');
    await service.publishDue();
    await sendAll(service);
    expect(receiver.got).toMatchObject([
      { type: 'channel.needs_reconnect', data: { channel_id: channel.id, post_id: null } },
    ]);
  });

  test('events from its creation on', async () => {
    await makeEvents(service.db, workspaceId, { kind: 'post.saved' }, 3);
    await sealAll(service.db);
    await makeWebhook(service, receiver);
    await makeEvents(service.db, workspaceId, { kind: 'post.deleted' });
    await sendAll(service);
    expect(types()).toEqual(['post.deleted']);
  });

  test('nothing of another workspace', async () => {
    const stranger = await service.inWorkspace();
    await makeWebhook(stranger, receiver);
    await makeEvents(service.db, workspaceId, { kind: 'post.saved' }, 3);
    await sendAll(service);
    expect(receiver.got).toEqual([]);
  });

  const everyKind = [...webhookKinds.filter((kind) => !kind.includes('*')), 'test.unheard_of'];
  const secretive = everyKind.filter((kind) => !kindsByNoun.includes(kind));
  test.each([
    [['*'], kindsForAll],
    [['target.*'], kindsByNoun.filter((kind) => kind.startsWith('target.'))],
    [
      ['session.begun', 'key.created'],
      ['key.created', 'session.begun'],
    ],
    [
      ['post.published', 'review.*'],
      ['post.published', ...kindsByNoun.filter((kind) => /^review/.test(kind))],
    ],
    [['channel.joined'], ['channel.joined', 'channel.connected']],
    [['channel.connected'], ['channel.joined', 'channel.connected']],
  ])('of all kinds for %s those that the table of kinds states', async (kinds, expected) => {
    await makeWebhook(service, receiver, { kinds });
    await sealAll(service.db);
    await service.db.rows(
      'update webhooks set position = (select seq from event_heads where workspace_id = $1)',
      [workspaceId],
    );
    for (const kind of everyKind) await makeEvents(service.db, workspaceId, { kind });
    await sendAll(service);
    expect(types().toSorted()).toEqual([...expected].toSorted());
  });

  test('with a star no events of people, keys and sign-ins', () => {
    const nouns = new Set(secretive.map((kind) => kind.split('.')[0]));
    for (const noun of [
      'session',
      'password',
      'two_factor',
      'recovery_code',
      'key',
      'member',
      'invitation',
    ]) {
      expect(nouns).toContain(noun);
      expect(webhookKinds).not.toContain(`${noun}.*`);
    }
  });

  test('with channels only the events of these or of none', async () => {
    const [mine, other] = [await connectSandbox(service), await connectSandbox(service)];
    const [shown, hidden] = [
      await createPost(service, scheduledToBehave('ok', [mine, other])),
      await createPost(service, scheduledToBehave('ok', [other])),
    ];
    await sealAll(service.db);
    await makeWebhook(service, receiver, { channel_ids: [mine.id] });
    const { db } = service;
    await makeEvents(db, workspaceId, {
      kind: 'channel.changed',
      channel_id: other.id,
      data: { n: 'other' },
    });
    await makeEvents(db, workspaceId, { kind: 'channel.changed', channel_id: mine.id, data: { n: 'mine' } });
    await makeEvents(db, workspaceId, { kind: 'post.saved', post_id: hidden.id, data: { n: 'hidden' } });
    await makeEvents(db, workspaceId, { kind: 'post.saved', post_id: shown.id, data: { n: 'shown' } });
    await makeEvents(db, workspaceId, { kind: 'media.deleted', data: { n: 'none' } });
    await sendAll(service);
    expect(numbers()).toEqual(['mine', 'shown', 'none']);
  });

  test('an event beyond thousands of others', async () => {
    await makeWebhook(service, receiver, { kinds: ['post.deleted'] });
    await makeEvents(service.db, workspaceId, { kind: 'post.saved' }, 5000);
    await makeEvents(service.db, workspaceId, { kind: 'post.deleted' });
    await sendAll(service);
    expect(types()).toEqual(['post.deleted']);
    const [webhook] = (await service.call('listWebhooks', {})).data;
    expect(webhook?.lag).toBe(0);
  });

  test('more than a batch, one after the other, each once', async () => {
    await makeWebhook(service, receiver);
    await makeEvents(service.db, workspaceId, { kind: 'post.saved' }, 95);
    await sendAll(service);
    expect(numbers()).toEqual(Array.from({ length: 95 }, (_, n) => n + 1));
  });
});

describe('a message', () => {
  const sendOne = async () => {
    await makeEvents(service.db, workspaceId, { kind: 'post.saved', data: { text: 'Grüße 🎉' } });
    await sendAll(service);
    const got = receiver.got.at(-1);
    if (got === undefined) throw new Error('nothing came');
    return got;
  };

  test('is valid for libraries of Standard Webhooks', async () => {
    const { secret } = await makeWebhook(service, receiver);
    const real = await service.db.row<{ at: string }>("select date_trunc('second', now()) as at");
    await service.clock.set(real?.at ?? '');
    const { body, headers } = await sendOne();
    const library = new Webhook(secret);
    expect(library.verify(body, headers)).toMatchObject({ type: 'post.saved', data: { text: 'Grüße 🎉' } });
    expect(() => library.verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(`whsec_${btoa('another')}`).verify(body, headers)).toThrow();
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Belfry',
      'webhook-id': expect.stringMatching(/^evt_\d+_\d+_[0-9a-f]{8}$/),
    });
  });

  test('is also signed with the old secret for as long as was requested', async () => {
    const webhook = await makeWebhook(service, receiver);
    const rotate = async (overlap_hours?: number) => {
      const body = overlap_hours === undefined ? {} : { overlap_hours };
      return (await service.call('rotateWebhook', { params: { id: webhook.id }, body })).data.secret;
    };
    const second = await rotate();
    expect(second).not.toBe(webhook.secret);
    const both = await sendOne();
    for (const secret of [webhook.secret, second]) verify(both, secret);
    await service.clock.advance('23 hours 59 minutes');
    verify(await sendOne(), webhook.secret);
    await service.clock.advance('1 minute');
    const later = await sendOne();
    verify(later, second);
    expect(() => verify(later, webhook.secret)).toThrow('no signature matches');
    const third = await rotate(0);
    const last = await sendOne();
    verify(last, third);
    expect(() => verify(last, second)).toThrow('no signature matches');
  });

  test('never has more than two signatures', async () => {
    const { id } = await makeWebhook(service, receiver);
    for (let n = 0; n < 3; n += 1) await service.call('rotateWebhook', { params: { id }, body: {} });
    expect((await sendOne()).headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });
});
