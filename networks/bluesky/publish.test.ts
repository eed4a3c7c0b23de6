/** The adapter through the real engine and a real socket, against the fake server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';
import type { JsonObject } from '../core/json.ts';
import type { Outgoing, Session } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget, type TestTarget } from '../testing/target.ts';
import { cidOf } from './cid.ts';
import { startFake } from './fake.ts';
import { bluesky } from './index.ts';

let fake: Awaited<ReturnType<typeof startFake>>;

beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}): TestTarget {
  return startTarget(bluesky, post, fake, own);
}

/** A client that reaches the server, but returns these answers for the named calls. */
function misreading(refusals: Record<string, unknown>, status = 400): Http {
  return async (request) => {
    const response = await loopbackHttp(request);
    const json = refusals[new URL(request.url).pathname.replace('/xrpc/', '')];
    return json === undefined ? response : { ...response, status, json };
  };
}

/** The records of one kind, in the order of creation. */
function recordsOf(collection: string): JsonObject[] {
  return [...fake.pds.records].filter(([key]) => key.startsWith(`${collection}/`)).map(([, value]) => value);
}

function callsOf(name: string): number {
  return fake.server.requests.filter(({ path }) => path === `/xrpc/${name}`).length;
}

test('a post is published once, and its address is returned', async () => {
  const outcome = await start().try();
  const [post] = fake.visible();
  const rkey = post?.id.split('/').at(-1);
  const url = `https://bsky.app/profile/${fake.account.id}/post/${rkey}`;
  expect(outcome).toStrictEqual({ kind: 'published', id: post?.id, url, warnings: [] });
});

test('settings become languages, tags, labels, and gates under the same key', async () => {
  const settings = {
    langs: ['en'],
    tags: ['bells'],
    labels: ['nudity'],
    reply_gate: { mention: true, follower: false },
    disable_quotes: true,
    thread: ['Two'],
  };
  await start({ settings }).try();
  const [post, reply] = recordsOf('app.bsky.feed.post');
  const labels = { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] };
  expect(post).toMatchObject({ langs: ['en'], tags: ['bells'], labels });
  expect(reply).toMatchObject({ langs: ['en'] });
  expect(reply).not.toHaveProperty('labels');
  const [{ id } = { id: '' }] = fake.visible();
  expect(recordsOf('app.bsky.feed.threadgate')).toMatchObject([
    { post: id, allow: [{ $type: 'app.bsky.feed.threadgate#mentionRule' }] },
  ]);
  const rule = { $type: 'app.bsky.feed.postgate#disableRule' };
  expect(recordsOf('app.bsky.feed.postgate')).toMatchObject(
    fake.visible().map((visible) => ({ post: visible.id, embeddingRules: [rule] })),
  );
});

test('an empty gate forbids all replies', async () => {
  await start({ settings: { reply_gate: 'nobody' } }).try();
  expect(recordsOf('app.bsky.feed.threadgate')).toMatchObject([{ allow: [] }]);
});

test('a thread is one write, whose parts name their parents and have ascending times', async () => {
  const outcome = await start({ text: 'One', settings: { thread: ['Two', 'Three'] } }).try();
  expect(callsOf('com.atproto.repo.applyWrites')).toBe(1);
  const refs = [...fake.pds.records].map(([key, value]) => ({
    uri: `at://${fake.account.id}/${key}`,
    cid: cidOf(value),
  }));
  const [one, two, three] = recordsOf('app.bsky.feed.post');
  expect([one?.text, two?.text, three?.text]).toEqual(['One', 'Two', 'Three']);
  expect(two?.reply).toEqual({ root: refs[0], parent: refs[0] });
  expect(three?.reply).toEqual({ root: refs[0], parent: refs[1] });
  expect(String(one?.createdAt) < String(two?.createdAt)).toBe(true);
  expect(outcome).toMatchObject({ kind: 'published', id: refs[0]?.uri });
});

test('a mention is resolved, an unknown one stays text', async () => {
  await start({ text: '@alice.test @nobody.test' }).try();
  const [{ facets } = { facets: null }] = recordsOf('app.bsky.feed.post');
  expect(facets).toMatchObject([{ features: [{ did: fake.account.id }] }]);
});

describe('media', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];

  test('up to four images are plain images, more are a gallery', async () => {
    const media = names.map((name) => makeMedia({ name }));
    await start({ media: media.slice(0, 4) }).try();
    await start({ media }).try();
    const [plain, gallery] = recordsOf('app.bsky.feed.post').map(({ embed }) => embed as JsonObject);
    expect(plain).toMatchObject({ $type: 'app.bsky.embed.images' });
    expect(plain?.images).toHaveLength(4);
    const aspectRatio = { width: 4, height: 3 };
    expect(gallery?.items).toMatchObject(
      names.map(() => ({ $type: 'app.bsky.embed.gallery#image', alt: 'A bell', aspectRatio })),
    );
  });

  test('an image over the server’s limit is refused, and the error names its field', async () => {
    const open = async function* () {
      yield Buffer.alloc(1_000_001);
    };
    const outcome = await start({ media: [makeMedia(), makeMedia({ open })] }).try();
    expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected', field: 'media_ids.1' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('larger than this server allows'));
  });

  test('images that the server has deleted meanwhile are uploaded again', async () => {
    const target = start({ media: [makeMedia()] });
    fake.server.faults.push('throttle');
    expect(await target.try()).toMatchObject({ kind: 'later' });
    fake.pds.blobs.clear();
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(fake.visible()).toHaveLength(1);
    expect(callsOf('com.atproto.repo.uploadBlob')).toBe(2);
  });

  test('a video is uploaded once, and the post waits for the service', async () => {
    const video = makeMedia({ kind: 'video', mimeType: 'video/mp4', name: 'bell.mp4' });
    const target = start({ media: [video] });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 3 });
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(callsOf('app.bsky.video.uploadVideo')).toBe(1);
    const asked = fake.server.requests.findLast(({ path }) => path.endsWith('.getServiceAuth'));
    const halfAnHour = target.session.now().getTime() / 1000 + 1800;
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      aud: 'did:web:127.0.0.1',
      lxm: 'com.atproto.repo.uploadBlob',
      exp: String(halfAnHour),
    });
    const [blob] = fake.pds.blobs.values();
    const [{ embed } = { embed: null }] = recordsOf('app.bsky.feed.post');
    expect(embed).toMatchObject({ $type: 'app.bsky.embed.video', video: blob, alt: 'A bell' });
  });

  test.each([
    ['nested', { jobStatus: { jobId: '', did: '', state: '', error: 'unconfirmed_email' } }],
    ['plain', { jobId: '', did: '', state: '', error: 'unconfirmed_email' }],
  ])(
    'a video of an account with an unconfirmed e-mail address is refused, and the error says what to do: %s',
    async (_, body) => {
      const http = misreading({ 'app.bsky.video.uploadVideo': body }, 401);
      const video = makeMedia({ kind: 'video', mimeType: 'video/mp4' });
      expect(await start({ media: [video] }, { http }).try()).toMatchObject({
        kind: 'failed',
        networkCode: 'unconfirmed_email',
        message: expect.stringContaining('Confirm it at Bluesky'),
        field: 'media_ids.0',
      });
    },
  );

  test('a video that the service cannot process is refused with the service’s message', async () => {
    const jobStatus = { state: 'JOB_STATE_FAILED', failureCode: 'encoding_failure', message: 'No frames' };
    const http = misreading({ 'app.bsky.video.getJobStatus': { jobStatus } }, 200);
    const video = makeMedia({ kind: 'video', mimeType: 'video/mp4' });
    expect(await start({ media: [video] }, { http }).try()).toMatchObject({
      kind: 'failed',
      networkCode: 'encoding_failure',
      message: 'Bluesky could not process this video: No frames.',
      field: 'media_ids.0',
    });
  });
});

describe('an unclear answer', () => {
  test('a server that refuses an existing key is asked for the record', async () => {
    const http = misreading({ 'com.atproto.repo.applyWrites': { error: 'RecordAlreadyExists' } });
    const outcome = await start({}, { http }).try();
    expect(outcome).toMatchObject({ kind: 'published', id: fake.visible()[0]?.id });
  });

  test('the doubt stays open if the server does not show the record', async () => {
    fake.server.faults.push('accept_then_drop');
    const http = misreading({ 'com.atproto.repo.getRecord': { error: 'RepoDeactivated' } });
    const target = start({}, { http });
    await target.try();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  });

  test.each(['accept_then_drop', 'accept_then_500', 'accept_then_garbage'] as const)(
    '%s: the record is found, not written again',
    async (fault) => {
      const target = start({ settings: { thread: ['Two'] } });
      fake.server.faults.push(fault);
      expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
      const [post] = fake.visible();
      expect(await target.try()).toMatchObject({ kind: 'published', id: post?.id });
      expect(callsOf('com.atproto.repo.applyWrites')).toBe(1);
      expect(fake.visible()).toHaveLength(2);
    },
  );

  test.each(['error_500', 'error_503_html', 'reset_before'] as const)(
    '%s: the record is proven absent, then written under the same key',
    async (fault) => {
      const target = start();
      fake.server.faults.push(fault);
      expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
      expect(await target.try()).toMatchObject({ kind: 'published' });
      const keys = fake.server.requests.map(({ json }) => JSON.stringify(json)?.match(/"rkey":"(\w+)"/)?.[1]);
      expect(new Set(keys.filter(Boolean)).size).toBe(1);
      expect(fake.visible()).toHaveLength(1);
    },
  );
});

test('an expired token is refreshed once and the uploads are kept', async () => {
  fake.server.faults.push('expire');
  expect(await start({ media: [makeMedia()] }).try()).toMatchObject({ kind: 'published' });
  expect(callsOf('com.atproto.server.refreshSession')).toBe(1);
  expect(callsOf('com.atproto.repo.uploadBlob')).toBe(1);
});

test.each([
  ['ExpiredToken', 400, 'reconnect'],
  ['AccountTakedown', 400, 'reconnect'],
  ['InvalidRequest', 400, 'reconnect'],
  ['RateLimitExceeded', 429, 'throttled'],
  ['InternalServerError', 500, 'unavailable'],
])('a refresh that ends with %s', async (error, status, kind) => {
  const http = misreading({ 'com.atproto.server.refreshSession': { error } }, status);
  const refreshing = bluesky.refresh?.(openSession(fake, { http }));
  await expect(refreshing).rejects.toMatchObject({ fault: { kind } });
});

test('a used refresh token asks the person to connect again', async () => {
  fake.pds.expire();
  fake.grant = { ...fake.grant, refreshJwt: 'spent' };
  const outcome = await start().try();
  expect(outcome).toMatchObject({ kind: 'held', message: expect.stringContaining('app password') });
});
