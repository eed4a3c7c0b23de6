/** Every behaviour through the real engine and a real socket. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Media, Session } from '../core/network.ts';
import type { Fake } from '../testing/fake.ts';
import { makeMedia } from '../testing/media.ts';
import { plainHttp } from '../testing/plain-http.ts';
import type { TestTarget } from '../testing/target.ts';
import { openSession, startTarget } from '../testing/target.ts';
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
  '%s: in doubt, then found by the same key',
  async (behaviour) => {
    const target = start(behaviour);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.try()).toStrictEqual(describePublished());
    expect(fake.visible()).toHaveLength(1);
  },
);

test('reject: fails with the sentence of the sandbox', async () => {
  const outcome = await start('reject').try();
  expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', networkCode: 'wished' });
  expect(fake.visible()).toEqual([]);
});

test('throttle: waits as long as it was told, then is taken', async () => {
  const target = start('throttle');
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 2 });
  expect(await target.try()).toStrictEqual(describePublished());
});

test('reconnect: held until the channel is joined again', async () => {
  const target = start('reconnect');
  expect(await target.try()).toMatchObject({ kind: 'held', networkCode: 'token_revoked' });
  expect(await target.try()).toMatchObject({ kind: 'held', networkCode: 'unauthorized' });
  const [joined] = await form.connect(fake.credentials, target.session);
  target.session.grant = joined?.grant ?? {};
  expect(await target.try()).toStrictEqual(describePublished());
});

test('media goes up before the post and keeps its order and alternative texts', async () => {
  const media = ['first', 'second'].map((altText) => makeMedia({ mimeType: 'image/webp', altText }));
  const outcome = await start('ok', {}, media).try();
  expect(outcome).toMatchObject({ kind: 'published' });
  const shown = await plainHttp({
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

test('an answer cut short proves nothing: the same key settles it', async () => {
  const target = start('ok');
  fake.server.faults.push('accept_then_garbage');
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(await target.try()).toStrictEqual(describePublished());
});

test('a success without the id of the post is in doubt as well', async () => {
  const http = async () => ({ status: 201, headers: {}, text: '{}', json: {} });
  const outcome = await start('ok', { http }).try();
  expect(outcome).toMatchObject({ kind: 'later', because: 'in_doubt' });
});

test('joining answers the account in lower case, without its @', async () => {
  const [joined] = await form.connect({ username: '@Grace_H' }, openSession(fake));
  expect(joined).toMatchObject({
    account: { id: 'grace_h', name: 'grace_h', username: 'grace_h', avatarUrl: null },
    grant: { username: 'grace_h', token: expect.any(String) },
  });
});

test('a username that does not fit is rejected with a sentence', async () => {
  await expect(form.connect({ username: 'no spaces' }, openSession(fake))).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('1 to 30') },
  });
});

test('without an address nothing was sent', async () => {
  expect(await start('ok', { endpoint: undefined }).try()).toMatchObject({
    kind: 'later',
    because: 'unavailable',
  });
});
