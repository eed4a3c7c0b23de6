/** No answer, or no clear one: what becomes of the post on each software. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import type { FakeFault } from '../testing/fake-server.ts';
import type { FakedSoftware, MastodonFake } from './fake.ts';
import { startFake } from './fake.ts';
import { makeMedia, TestTarget } from './test-target.ts';

const every: FakedSoftware[] = ['mastodon', 'gotosocial', 'pleroma', 'pixelfed', 'hollo'];
const fakes: MastodonFake[] = [];
afterEach(async () => {
  await Promise.all(fakes.splice(0).map(({ server }) => server.close()));
});

async function start(software: FakedSoftware, post: Partial<Outgoing> = {}) {
  const fake = await startFake({ software });
  fakes.push(fake);
  const media = software === 'pixelfed' ? [makeMedia()] : [];
  const target = new TestTarget(fake, {
    text: 'Hello *world* https://example.com/a/very/long/path?with=query',
    media,
    ...post,
  });
  const sends = () =>
    fake.server.requests.filter(({ method, path }) => method === 'POST' && path === '/api/v1/statuses');
  return { fake, target, sends };
}

describe.each(every)('%s', (software) => {
  test.each<FakeFault>(['accept_then_drop', 'accept_then_500', 'accept_then_garbage'])(
    '%s: found in the list, and not sent again',
    async (fault) => {
      const { fake, target, sends } = await start(software);
      fake.server.faults.push(fault);
      expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt', seconds: 60 });
      target.wait(60);
      const [post] = fake.visible();
      expect(await target.try()).toMatchObject({
        kind: 'published',
        id: post?.id,
        url: `https://fake.example/@ada/${post?.id}`,
      });
      expect(sends()).toHaveLength(1);
    },
  );

  test.each<FakeFault>(['reset_before', 'error_500', 'error_503_html'])(
    '%s: not in the list, so it is sent again with the same key',
    async (fault) => {
      const { fake, target, sends } = await start(software);
      fake.server.faults.push(fault);
      expect(await target.finish()).toMatchObject({ kind: 'published' });
      expect(fake.visible()).toHaveLength(1);
      const [first, second] = sends().map(({ headers }) => headers['idempotency-key']);
      expect(second).toBe(first);
    },
  );

  test('a list looked at too early proves nothing', async () => {
    const { fake, target, sends } = await start(software);
    fake.server.faults.push('error_500');
    await target.try();
    target.wait(59);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(sends()).toHaveLength(1);
  });

  test('the same text of an hour ago is not taken for this one', async () => {
    const { fake, target } = await start(software, {
      media: [],
      ...(software === 'pixelfed' && { media: [makeMedia()] }),
    });
    const { statuses } = fake.instance;
    statuses.all.push({
      id: '7',
      text: 'Hello *world* https://example.com/a/very/long/path?with=query',
      spoilerText: '',
      visibility: 'public',
      mediaIds: [],
      inReplyTo: null,
      createdAt: new Date(fake.server.now().getTime() - 3_600_000),
    });
    fake.server.faults.push('error_500');
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1001' });
  });
});
