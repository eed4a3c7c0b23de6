import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSession, startTarget } from '../testing/target.ts';
import { startFake } from './fake.ts';
import { bluesky } from './index.ts';
import { measure, remove } from './metrics.ts';
import type { BlueskySession } from './session.ts';

let fake: Awaited<ReturnType<typeof startFake>>;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

/** A session at the fake, or at a server that always gives this answer. */
function open(answer?: { status: number; json?: unknown }): BlueskySession {
  const session = openSession<BlueskySession['grant']>(fake);
  fake.server.now = session.now;
  const http = async () => ({
    headers: {},
    text: '',
    json: undefined,
    ...answer,
    status: answer?.status ?? 0,
  });
  return answer === undefined ? session : { ...session, http };
}

/** Publishes a post of each text. */
async function publish(...texts: string[]) {
  for (const text of texts) await startTarget(bluesky, { text }, fake).finish();
  fake.server.requests.length = 0;
  return fake.visible().map(({ id }) => ({ id, url: null }));
}

const calls = () => fake.server.requests.map(({ method, path }) => `${method} ${path}`);
const refused = (status: number, error: string) => ({ status, json: { error, message: 'No.' } });
const partOf = (rkey: string) => ({ id: `at://${fake.account.id}/app.bsky.feed.post/${rkey}`, url: null });

describe('the numbers of posts', () => {
  test('are read together', async () => {
    const wanted = (await publish('a', 'b', 'c')).slice(1);
    expect(await measure.read(wanted, open())).toEqual(
      new Map(wanted.map(({ id }) => [id, { likes: 3, comments: 1, shares: 6 }])),
    );
    expect(calls()).toEqual(['GET /xrpc/app.bsky.feed.getPosts']);
    expect(fake.server.requests[0]?.query.getAll('uris')).toEqual(wanted.map(({ id }) => id));
  });

  test('are read at most 25 at once, and none need no call', async () => {
    const parts = Array.from({ length: measure.batch + 1 }, (_, at) => partOf(String(at)));
    expect((await measure.read(parts.slice(1), open())).size).toBe(0);
    await expect(measure.read(parts, open())).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    fake.server.requests.length = 0;
    expect(await measure.read([], open())).toEqual(new Map());
    expect(calls()).toEqual([]);
  });

  test('leave out what is gone', async () => {
    const [first, second] = await publish('a', 'b');
    await remove(first ?? partOf(''), open());
    const read = await measure.read([first ?? partOf(''), second ?? partOf('')], open());
    expect([...read.keys()]).toEqual([second?.id]);
  });

  test.each([
    [
      { likeCount: 0, quoteCount: 1 },
      { likes: 0, shares: 1 },
    ],
    [{ likeCount: '3', repostCount: 2, replyCount: -1 }, { shares: 2 }],
    [{}, {}],
  ])('are absent where Bluesky states none: %j', async (counts, expected) => {
    const { id } = partOf('a');
    const posts = [{ uri: id, ...counts }, null, { uri: 'at://did:plc:other/app.bsky.feed.post/a' }];
    const read = await measure.read([{ id, url: null }], open({ status: 200, json: { posts } }));
    expect(read).toEqual(new Map([[id, expected]]));
  });

  test.each([
    [refused(400, 'ExpiredToken'), 'expired'],
    [refused(429, 'RateLimitExceeded'), 'throttled'],
    [refused(502, 'UpstreamFailure'), 'unavailable'],
    [{ status: 200 }, 'unavailable'],
    [{ status: 200, json: { posts: {} } }, 'unavailable'],
  ])('end with the fault of the answer: %j', async (answer, kind) => {
    await expect(measure.read([partOf('a')], open(answer))).rejects.toMatchObject({ fault: { kind } });
  });
});

describe('a post', () => {
  test('is deleted, and one that is gone counts as deleted', async () => {
    const [part = partOf('')] = await publish('a', 'b');
    await remove(part, open());
    expect(fake.visible().map(({ text }) => text)).toEqual(['b']);
    await remove(part, open());
    expect(fake.server.requests.map(({ json }) => json)).toEqual(
      Array(2).fill({
        repo: fake.account.id,
        collection: 'app.bsky.feed.post',
        rkey: part.id.split('/').at(-1),
      }),
    );
    await remove(part, open(refused(400, 'RecordNotFound')));
  });

  test.each([
    [refused(400, 'InvalidToken'), 'expired'],
    [refused(400, 'InvalidRequest'), 'rejected'],
    [refused(429, 'RateLimitExceeded'), 'throttled'],
    [refused(500, 'InternalServerError'), 'unavailable'],
    [{ status: 200 }, 'unavailable'],
  ])('is not deleted without a clear answer: %j', async (answer, kind) => {
    await expect(remove(partOf('a'), open(answer))).rejects.toMatchObject({ fault: { kind } });
  });

  test.each(['at://did:plc:other/app.bsky.feed.post/a', 'at://did:plc:other/app.bsky.feed.like/a', 'a'])(
    'of another account is not touched: %s',
    async (id) => {
      await expect(remove({ id, url: null }, open())).rejects.toMatchObject({ fault: { kind: 'rejected' } });
      expect(calls()).toEqual([]);
    },
  );
});
