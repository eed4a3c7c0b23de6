/** No answer, or an unclear one: what happens to the post with each software. */
import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import type { Outgoing } from '../core/network.ts';
import type { FakeFault } from '../testing/fake-server.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { type MastodonFake, startFake } from './fake.ts';
import type { FakeStatus } from './fake-statuses.ts';
import { mastodon } from './index.ts';
import type { KnownSoftware } from './software.ts';

const every: KnownSoftware[] = ['mastodon', 'gotosocial', 'pleroma', 'pixelfed', 'hollo'];
const text = 'Hello *world*, @bob@else.example & co\n\nhttps://example.com/a/very/long/path?with=query';
const fakes: MastodonFake[] = [];

afterEach(async () => {
  await Promise.all(fakes.splice(0).map(({ server }) => server.close()));
});

async function start(software: KnownSoftware, post: Partial<Outgoing> = {}, grant: JsonObject = {}) {
  const fake = await startFake({ software });
  fakes.push(fake);
  const media = software === 'pixelfed' ? [makeMedia()] : [];
  const target = startTarget(mastodon, { text, media, ...post }, fake, {
    grant: { ...fake.grant, ...grant },
  });
  return { fake, target, statuses: fake.instance.statuses };
}

function listKeys({ server }: MastodonFake): (string | undefined)[] {
  const sends = server.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/api/v1/statuses',
  );
  return sends.map(({ headers }) => headers['idempotency-key']);
}

function makeStatus(fake: MastodonFake, secondsAgo: number, status: Partial<FakeStatus> = {}): FakeStatus {
  const createdAt = new Date(fake.server.now().getTime() - secondsAgo * 1000);
  return {
    id: '7',
    text,
    spoilerText: '',
    visibility: 'public',
    mediaIds: [],
    inReplyTo: null,
    createdAt,
    ...status,
  };
}

describe.each(every)('%s', (software) => {
  test.each<FakeFault>(['accept_then_drop', 'accept_then_500', 'accept_then_garbage'])(
    '%s: a post in the list is not sent again',
    async (fault) => {
      const { fake, target } = await start(software);
      fake.server.faults.push(fault);
      expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
      const [post] = fake.visible();
      const url = `https://fake.example/@ada/${post?.id}`;
      expect(await target.finish()).toMatchObject({ kind: 'published', id: post?.id, url });
      expect(listKeys(fake)).toHaveLength(1);
    },
  );

  test.each<FakeFault>(['reset_before', 'error_500', 'error_503_html'])(
    '%s: a post missing from the list is sent again with the same key',
    async (fault) => {
      const { fake, target } = await start(software);
      fake.server.faults.push(fault);
      expect(await target.finish()).toMatchObject({ kind: 'published' });
      expect(fake.visible()).toHaveLength(1);
      const [first, ...others] = listKeys(fake);
      expect(others).toEqual([first]);
    },
  );

  test('a list read before the call’s timeout proves nothing', async () => {
    const { fake, target } = await start(software);
    fake.server.faults.push('error_500');
    await target.try();
    target.wait(59);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(listKeys(fake)).toHaveLength(1);
  });

  test('an older post with the same text is not mistaken for this one', async () => {
    const { fake, target, statuses } = await start(software);
    statuses.all.push(makeStatus(fake, 10));
    fake.server.faults.push('error_500');
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1001' });
  });
});

describe('a repeated key', () => {
  test.each([
    ['answered like the first time', false],
    ['answered with 500, as Mastodon did in mid-2026', true],
  ])('that is %s finds the post that the list did not show yet', async (_, failsReplays) => {
    const { fake, target, statuses } = await start('mastodon');
    statuses.failsReplays = failsReplays;
    statuses.isBehind = true;
    fake.server.faults.push('accept_then_drop');
    await target.try();
    target.wait(60);
    await target.try();
    expect(listKeys(fake)).toHaveLength(2);
    statuses.isBehind = false;
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.visible()).toHaveLength(1);
  });

  test('is replaced by a new one when Pleroma repeats a stored failure', async () => {
    const { fake, target, statuses } = await start('pleroma');
    statuses.refusals.push({ status: 500, body: { error: 'Something went wrong' } });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    const [first, second, third] = listKeys(fake);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  test('that Pixelfed refuses as a duplicate proves nothing until Pixelfed has forgotten it', async () => {
    const { fake, target, statuses } = await start('pixelfed');
    statuses.refusals.push({ status: 500, body: { message: 'Server Error' } });
    await target.try();
    target.wait(60);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    statuses.expireKeys();
    target.wait(60);
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(new Set(listKeys(fake)).size).toBe(1);
  });

  test('is not used again after a refusal', async () => {
    const { fake, target } = await start('pleroma');
    fake.instance.statuses.refusals.push({ status: 429, body: { error: 'Throttled' } });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(new Set(listKeys(fake)).size).toBe(2);
  });
});

describe('the list', () => {
  test('finds a post although the clocks differ by an hour', async () => {
    const { fake, target } = await start('gotosocial');
    const { now } = fake.server;
    fake.server.now = () => new Date(now().getTime() - 3_600_000);
    fake.server.faults.push('accept_then_drop');
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1000' });
  });

  test.each([
    ['whose published time is cut to the second before the send', 0.9, 1.2],
    ['on a server whose Date header is a second behind', 0.4, 1.9],
  ])('finds a post %s', async (_, sent, asked) => {
    const { fake, target } = await start('gotosocial');
    const { now } = fake.server;
    fake.server.now = () => new Date(Math.floor(now().getTime() / 1000) * 1000);
    fake.server.faults.push('accept_then_drop');
    target.wait(sent);
    await target.try();
    target.wait(asked);
    expect(await target.try()).toMatchObject({ kind: 'published', id: '1000' });
    expect(listKeys(fake)).toHaveLength(1);
  });

  test('is read page by page back to the first send', async () => {
    const { fake, target, statuses } = await start('gotosocial');
    fake.server.faults.push('accept_then_drop');
    await target.try();
    for (let index = 0; index < 100; index += 1) {
      statuses.all.push(makeStatus(fake, -1, { id: String(2000 + index), text: `Another ${index}` }));
    }
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1000' });
  });

  test('with too many pages is not read to the end, and proves nothing', async () => {
    const { fake, target, statuses } = await start('gotosocial');
    fake.server.faults.push('error_500');
    await target.try();
    for (let index = 0; index < 201; index += 1) {
      statuses.all.push(makeStatus(fake, -1, { id: String(2000 + index), mediaIds: ['1'] }));
    }
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(listKeys(fake)).toHaveLength(1);
  });

  test('of GoToSocial that lags lets the files be sent again, whose refusal as used is no failure', async () => {
    const { fake, target, statuses } = await start('gotosocial', { media: [makeMedia()] });
    statuses.isBehind = true;
    fake.server.faults.push('accept_then_drop');
    await target.try();
    target.wait(60);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(listKeys(fake)).toHaveLength(2);
    statuses.isBehind = false;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1000' });
    expect(fake.visible()).toHaveLength(1);
  });

  test('distinguishes pictures with the same text', async () => {
    const { fake, target, statuses } = await start('gotosocial', { media: [makeMedia()] });
    fake.server.faults.push('error_500');
    await target.try();
    statuses.all.push(makeStatus(fake, -1, { id: '1000', mediaIds: ['1'] }));
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1001' });
  });

  test.each([
    ['that may be this one without its files proves nothing', text, 'unconfirmed', 1],
    ['of another text without files is another post', 'Something else', 'published', 2],
  ])('with a post %s', async (_, shown, kind, sends) => {
    const { fake, target, statuses } = await start('mastodon', { media: [makeMedia()] });
    fake.server.faults.push('error_500');
    await target.try();
    statuses.all.push(makeStatus(fake, -1, { id: '1000', text: shown }));
    expect(await target.finish()).toMatchObject({ kind });
    expect(listKeys(fake)).toHaveLength(sends);
  });

  test('of GoToSocial proves nothing of a direct post', async () => {
    const { fake, target } = await start('gotosocial', { settings: { visibility: 'direct' } });
    fake.server.faults.push('error_500');
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(listKeys(fake)).toHaveLength(1);
  });

  test('of Pixelfed proves nothing of a reply', async () => {
    const { fake, target } = await start('pixelfed', { settings: { thread: ['Second'] } });
    fake.server.nextFault = () => (fake.visible().length === 1 ? 'error_500' : undefined);
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(listKeys(fake)).toHaveLength(2);
  });

  test('of Pixelfed proves nothing of an album of images and videos', async () => {
    const { fake, target } = await start('pixelfed', { media: [makeMedia(), makeMedia({ kind: 'video' })] });
    fake.instance.media.types = undefined;
    fake.server.faults.push('error_500');
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
  });

  test('with a text that may be a rewritten form of this one proves nothing', async () => {
    const { fake, target, statuses } = await start(
      'pixelfed',
      { media: [makeMedia()] },
      { software: 'other' },
    );
    fake.server.faults.push('error_500');
    await target.try();
    statuses.all.push(makeStatus(fake, -1, { text: 'Hello world', mediaIds: ['1'] }));
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
  });

  test('with a clearly different text proves that this post is absent', async () => {
    const { fake, target, statuses } = await start('pleroma');
    fake.server.faults.push('error_500');
    await target.try();
    statuses.all.push(makeStatus(fake, -1, { text: 'Something else' }));
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1001' });
  });

  test('with this post under an id that cannot be stored proves nothing', async () => {
    const { fake, target, statuses } = await start('gotosocial');
    fake.server.faults.push('error_500');
    await target.try();
    statuses.all.push(makeStatus(fake, -1, { id: ' 7' }));
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(listKeys(fake)).toHaveLength(1);
  });

  test('shows a post with its content warning', async () => {
    const { fake, target } = await start('mastodon', { settings: { spoiler_text: 'Food & drink' } });
    fake.server.faults.push('accept_then_drop');
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1000' });
    expect(listKeys(fake)).toHaveLength(1);
  });

  test('with the same text under another warning proves nothing', async () => {
    const { fake, target, statuses } = await start('mastodon', { settings: { spoiler_text: 'Food' } });
    fake.server.faults.push('error_500');
    await target.try();
    statuses.all.push(makeStatus(fake, -1, { spoilerText: 'Politics' }));
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
  });
});
