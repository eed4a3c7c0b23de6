/** How a lost answer to the last chunk is settled. The video must not be published twice. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type TiktokFake } from './fake.ts';
import { accept, refuse } from './fake-requests.ts';
import { tiktok } from './index.ts';

const settings = { consent: true, privacy_level: 'SELF_ONLY', paid_partnership: false, own_brand: false };
const uploads = '/video/';
const asking = '/v2/post/publish/status/fetch/';
const opening = '/v2/post/publish/video/init/';
const video = makeMedia({ kind: 'video', altText: null });

let fake: TiktokFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const start = () => startTarget(tiktok, { text: 'Ding', settings, media: [video] }, fake);
const calls = (path: string) => fake.server.requests.filter((request) => request.path.endsWith(path));
const ranges = () =>
  fake.server.requests.flatMap(({ method, headers }) => (method === 'PUT' ? [headers['content-range']] : []));

describe('a last chunk whose answer is lost', () => {
  test('is settled by the status of the post, and not sent again', async () => {
    fake.server.faults.push('accept_then_drop');
    expect(await start().finish()).toMatchObject({ kind: 'published' });
    expect(ranges()).toEqual([`bytes 0-${video.size - 1}/${video.size}`]);
    expect(calls(asking)[0]?.json).toEqual({ publish_id: 'v_pub_file~v2.75000' });
    expect(fake.visible()).toHaveLength(1);
  });

  test('and did not arrive is sent again after a minute', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    target.wait(58);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    expect(ranges()).toHaveLength(1);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(ranges()).toHaveLength(2);
    expect(calls(opening)).toHaveLength(1);
  });

  test.each([403, 404] as const)(
    'is not sent a second time as another upload if TikTok hides what it has, and answers %i',
    async (over) => {
      fake.server.faults.push('accept_then_drop');
      Object.assign(fake.tiktok.posts, { questions: 3, hidesBytes: true, answers: { last: 201, over } });
      const target = start();
      await target.try();
      target.wait(2 * 3600);
      expect(await target.try()).toMatchObject({ because: 'in_doubt' });
      expect(ranges()).toHaveLength(2);
      await expectOnePost(target);
    },
  );

  test.each([
    [403, 4000],
    [404, 10_000],
    [416, 4000],
  ] as const)('is not uploaded anew while the status lags: %i, %i seconds', async (over, lag) => {
    Object.assign(fake.tiktok.posts, { lag, answers: { last: 201, over } });
    fake.server.faults.push('accept_then_drop');
    await expectOnePost(start());
    if (over === 416) expect(ranges()).toHaveLength(2);
  });

  test('is not uploaded anew if TikTok throttles the second send', async () => {
    Object.assign(fake.tiktok.posts, { lag: 4000 });
    fake.server.faults.push('accept_then_drop', 'throttle');
    const target = start();
    await target.try();
    target.wait(60);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    expect(ranges()).toHaveLength(2);
    target.wait(3600);
    await expectOnePost(target);
  });

  test('and never arrived is uploaded anew a quarter of an hour after the address was last used', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    target.wait(70 * 60 - 1);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    expect(calls(opening)).toHaveLength(1);
    target.wait(60);
    expect(await target.try()).toMatchObject({ because: 'processing' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(calls(opening)).toHaveLength(2);
    expect(fake.visible()).toHaveLength(1);
  });

  test.each([
    ['refuses to tell its status', refuse(429, 'rate_limit_exceeded')],
    ['tells it has all bytes', accept({ status: 'PROCESSING_UPLOAD', uploaded_bytes: video.size })],
    ['tells it is published', accept({ status: 'PUBLISH_COMPLETE' })],
  ])('stays in doubt if TikTok %s once the address has ended', async (_, answer) => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    target.wait(2 * 3600);
    let asked = 0;
    const shift = () => (++asked === 2 ? answer : undefined);
    fake.tiktok.refusals.set(asking, { shift } as unknown as never[]);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    expect(asked).toBe(2);
  });

  test('stays unconfirmed if TikTok no longer knows the upload', async () => {
    fake.server.faults.push('accept_then_drop');
    fake.tiktok.refusals.set(asking, Array(200).fill(refuse(400, 'invalid_publish_id')));
    expect(await start().finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(calls(opening)).toHaveLength(1);
  });

  test('stays in doubt while TikTok refuses the question', async () => {
    fake.server.faults.push('accept_then_drop');
    fake.tiktok.refusals.set(asking, [refuse(400, 'invalid_params'), { status: 503 }]);
    const target = start();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(ranges()).toHaveLength(1);
  });

  test('of a post that then failed is a failure', async () => {
    fake.server.faults.push('accept_then_drop');
    fake.tiktok.posts.failure = 'spam_risk_text';
    fake.tiktok.posts.questions = 0;
    expect(await start().finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(ranges()).toHaveLength(1);
    expect(calls(opening)).toHaveLength(1);
  });
});

describe('a last chunk that TikTok', () => {
  test('answers like any other is not uploaded anew, although the status lags', async () => {
    Object.assign(fake.tiktok.posts, { lag: 10, answers: { last: 206, over: 404 } });
    await expectOnePost(start());
    expect(ranges()).toHaveLength(1);
  });

  test('takes for a part is not uploaded anew', async () => {
    fake.tiktok.refusals.set(uploads, [{ status: 206 }]);
    expect((await start().finish()).kind).not.toBe('published');
    expect(calls(opening)).toHaveLength(1);
    expect(ranges()).toHaveLength(1);
  });

  test.each([0, 4000])(
    'has, although it knows no such upload, is published: %i seconds late',
    async (lag) => {
      fake.tiktok.posts.lag = lag;
      const target = start();
      let isFirst = true;
      const http: Http = async (request) => {
        const response = await loopbackHttp(request);
        if (request.method !== 'PUT' || !isFirst) return response;
        isFirst = false;
        return { ...response, status: 404 };
      };
      target.session.http = http;
      await expectOnePost(target);
    },
  );

  test.each([403, 404] as const)('has dropped is a failure, whatever it answers: %i', async (status) => {
    fake.tiktok.refusals.set(uploads, [{ status }]);
    fake.tiktok.refusals.set(asking, Array(2).fill(accept({ status: 'FAILED', fail_reason: 'spam_risk' })));
    expect(await start().finish()).toMatchObject({ kind: 'failed', networkCode: 'spam_risk' });
    expect(calls(opening)).toHaveLength(1);
  });
});

async function expectOnePost(target: ReturnType<typeof start>) {
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(calls(opening)).toHaveLength(1);
  expect(fake.visible()).toHaveLength(1);
}

test('a post that TikTok failed to process is uploaded anew, twice at most', async () => {
  fake.tiktok.posts.failure = 'internal';
  const target = start();
  const message = 'TikTok failed while it processed this post. Retry it.';
  expect(await target.finish()).toMatchObject({ kind: 'failed', code: 'network_unavailable', message });
  expect(calls(opening)).toHaveLength(3);
  expect(fake.visible()).toHaveLength(0);
});

test('a post that TikTok failed to process once is live once', async () => {
  fake.tiktok.posts.failure = 'internal';
  const target = start();
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
  fake.tiktok.posts.failure = undefined;
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(calls(opening)).toHaveLength(2);
  expect(fake.visible()).toHaveLength(1);
});

test('a first send that TikTok refuses is uploaded anew, although TikTok does not say what it has', async () => {
  fake.tiktok.posts.hidesBytes = true;
  fake.tiktok.refusals.set(uploads, [{ status: 403 }]);
  expect(await start().finish()).toMatchObject({ kind: 'published' });
  expect(calls(opening)).toHaveLength(2);
});
