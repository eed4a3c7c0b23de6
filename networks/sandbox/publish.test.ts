/** Every behaviour through the real engine and a real socket. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attempt } from '../../server/src/publishing/attempt.ts';
import type { Outcome } from '../../server/src/publishing/outcome.ts';
import { memoryJournal } from '../../server/test/support/memory-journal.ts';
import type { Media, Outgoing, Session } from '../core/network.ts';
import type { Fake } from '../testing/fake.ts';
import { plainHttp } from '../testing/plain-http.ts';
import { form } from './connect.ts';
import { startFake } from './fake.ts';
import { publish } from './publish.ts';
import type { Behaviour } from './rules.ts';

const now = () => new Date();
let fake: Fake;

beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function compose(behaviour: Behaviour, media: Media[] = []): Outgoing {
  return { text: 'Hello', settings: { behaviour }, media };
}

function openSession(): Session {
  const { account, grant, server } = fake;
  return { account, grant, limits: {}, http: plainHttp, endpoint: server.url, now };
}

/** One target: each call is one attempt with what the earlier ones left behind. */
function startTarget(post: Outgoing): (session?: Session) => Promise<Outcome> {
  const journal = memoryJournal(now);
  const deadline = new Date(Date.now() + 3_600_000);
  const { signal } = new AbortController();
  return (session = openSession()) =>
    attempt({
      journal,
      now,
      tries: 0,
      report: String,
      deadline,
      signal,
      publish: (run) => publish(post, session, run),
      refresh: () => Promise.reject(new Error('The sandbox has nothing to refresh.')),
    });
}

function describePublished() {
  const [post] = fake.visible();
  return { kind: 'published', id: post?.id, url: `${fake.server.url}/@ada/${post?.id}`, warnings: [] };
}

test.each<Behaviour>(['ok', 'slow'])('%s: published at once', async (behaviour) => {
  expect(await startTarget(compose(behaviour))()).toStrictEqual(describePublished());
});

test.each<Behaviour>(['lose_reply', 'server_error'])(
  '%s: in doubt, then found by the same key',
  async (behaviour) => {
    const tryPublish = startTarget(compose(behaviour));
    expect(await tryPublish()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await tryPublish()).toStrictEqual(describePublished());
    expect(fake.visible()).toHaveLength(1);
  },
);

test('reject: fails with the sentence of the sandbox', async () => {
  const outcome = await startTarget(compose('reject'))();
  expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', networkCode: 'wished' });
  expect(fake.visible()).toEqual([]);
});

test('throttle: waits as long as it was told, then is taken', async () => {
  const tryPublish = startTarget(compose('throttle'));
  expect(await tryPublish()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 2 });
  expect(await tryPublish()).toStrictEqual(describePublished());
});

test('reconnect: held until the channel is joined again', async () => {
  const tryPublish = startTarget(compose('reconnect'));
  expect(await tryPublish()).toMatchObject({ kind: 'held', networkCode: 'token_revoked' });
  expect(await tryPublish()).toMatchObject({ kind: 'held', networkCode: 'unauthorized' });
  const session = openSession();
  const [joined] = await form.join(fake.credentials, session);
  expect(await tryPublish({ ...session, grant: joined?.grant ?? {} })).toStrictEqual(describePublished());
});

test('media goes up before the post and keeps its order and alternative texts', async () => {
  const outcome = await startTarget(compose('ok', [image('first'), image('second')]))();
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
  const tryPublish = startTarget(compose('ok'));
  fake.server.faults.push('accept_then_garbage');
  expect(await tryPublish()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(await tryPublish()).toStrictEqual(describePublished());
});

test('a success without the id of the post is in doubt as well', async () => {
  const http = async () => ({ status: 201, headers: {}, text: '{}', json: {} });
  const outcome = await startTarget(compose('ok'))({ ...openSession(), http });
  expect(outcome).toMatchObject({ kind: 'later', because: 'in_doubt' });
});

test('joining answers the account in lower case, without its @', async () => {
  const [joined] = await form.join({ username: '@Grace_H' }, openSession());
  expect(joined).toMatchObject({
    account: { id: 'grace_h', name: 'grace_h', username: 'grace_h', avatarUrl: null },
    grant: { username: 'grace_h', token: expect.any(String) },
  });
});

test('a username that does not fit is rejected with a sentence', async () => {
  await expect(form.join({ username: 'no spaces' }, openSession())).rejects.toMatchObject({
    fault: { kind: 'rejected', message: expect.stringContaining('1 to 30') },
  });
});

test('without an address nothing was sent', async () => {
  const session = { ...openSession(), endpoint: undefined };
  expect(await startTarget(compose('ok'))(session)).toMatchObject({ kind: 'later', because: 'unavailable' });
});

function image(name: string): Media {
  return {
    id: 1,
    name,
    kind: 'image',
    mimeType: 'image/webp',
    size: name.length,
    width: 1,
    height: 1,
    duration: null,
    animated: false,
    link: () => 'https://belfry.test/files/bell.png',
    altText: name,
    async *open() {
      yield Buffer.from(name);
    },
  };
}
