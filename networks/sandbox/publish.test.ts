/** Every behaviour through the real engine and a real socket. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Media, Session } from '../core/network.ts';
import type { Fake } from '../testing/fake.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget, type TestTarget } from '../testing/target.ts';
import { form } from './connect.ts';
import { startFake } from './fake.ts';
import { sandbox } from './index.ts';
import type { Behaviour } from './rules.ts';

let fake: Fake;

beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(behaviour: Behaviour, own: Partial<Session> = {}, media: Media[] = []): TestTarget {
  return startTarget(sandbox, { settings: { behaviour }, media }, fake, own);
}

function describePublished() {
  const [post] = fake.visible();
  return { kind: 'published', id: post?.id, url: `${fake.server.url}/@ada/${post?.id}`, warnings: [] };
}

test.each<Behaviour>(['ok', 'slow'])('%s: published at once', async (behaviour) => {
  expect(await start(behaviour).try()).toStrictEqual(describePublished());
});

test.each<Behaviour>(['lose_reply', 'server_error'])(
  '%s: in doubt, then settled by the same key',
  async (behaviour) => {
    const target = start(behaviour);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.try()).toStrictEqual(describePublished());
    expect(fake.visible()).toHaveLength(1);
  },
);

test('reject: fails with the sandbox’s message', async () => {
  const outcome = await start('reject').try();
  expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', networkCode: 'wished' });
  expect(fake.visible()).toEqual([]);
});

test('throttle: waits as long as requested, then is published', async () => {
  const target = start('throttle');
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 2 });
  expect(await target.try()).toStrictEqual(describePublished());
});

test('reconnect: held until the channel is connected again', async () => {
  const target = start('reconnect');
  expect(await target.try()).toMatchObject({ kind: 'held', networkCode: 'token_revoked' });
  expect(await target.try()).toMatchObject({ kind: 'held', networkCode: 'unauthorized' });
  const [connected] = await form.connect(fake.credentials, target.session);
  target.session.grant = connected?.grant ?? {};
  expect(await target.try()).toStrictEqual(describePublished());
});

test('media is uploaded before the post and keeps its order and alternative texts', async () => {
  const media = ['first', 'second'].map((altText) => makeMedia({ mimeType: 'image/webp', altText }));
  const outcome = await start('ok', {}, media).try();
  expect(outcome).toMatchObject({ kind: 'published' });
  const shown = await loopbackHttp({
    method: 'GET',
    url: `${fake.server.url}/@ada`,
    headers: { accept: 'application/json' },
  });
  expect(shown.json).toMatchObject({
    data: [
      {
        media: [
          { kind: 'image', mime_type: 'image/webp', alt_text: 'first' },
          { kind: 'image', mime_type: 'image/webp', alt_text: 'second' },
        ],
      },
    ],
  });
});

test('a truncated answer proves nothing, and the same key settles the doubt', async () => {
  const target = start('ok');
  fake.server.faults.push('accept_then_garbage');
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(await target.try()).toStrictEqual(describePublished());
});

test('a success without the post’s id is in doubt too', async () => {
  const http = async () => ({ status: 201, headers: {}, text: '{}', json: {} });
  const outcome = await start('ok', { http }).try();
  expect(outcome).toMatchObject({ kind: 'later', because: 'in_doubt' });
});

test('connecting returns the username in lower case, without its @', async () => {
  const [connected] = await form.connect({ username: '@Grace_H' }, openSession(fake));
  expect(connected).toMatchObject({
    account: { id: 'grace_h', name: 'grace_h', username: 'grace_h', avatarUrl: null },
    grant: { username: 'grace_h', token: expect.any(String) },
  });
});

test('an invalid username is rejected with a sentence', async () => {
  await expect(form.connect({ username: 'no spaces' }, openSession(fake))).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('1 to 30') },
  });
});

test('without an address no request is sent', async () => {
  expect(await start('ok', { endpoint: undefined }).try()).toMatchObject({
    kind: 'later',
    because: 'unavailable',
  });
});
