import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackHttp } from '../../server/test/support/loopback-http.ts';
import type { Http } from '../core/http.ts';
import type { Outgoing } from '../core/network.ts';
import type { FakeFault } from '../testing/fake-server.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget, type TestTarget } from '../testing/target.ts';
import { type MastodonFake, startFake } from './fake.ts';
import { mastodon } from './index.ts';

let fake: MastodonFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}): TestTarget {
  return startTarget(mastodon, post, fake);
}

function listSent(): unknown[] {
  const sends = fake.server.requests.filter(
    ({ path, method }) => method === 'POST' && path === '/api/v1/statuses',
  );
  return sends.map(({ json }) => json);
}

describe('a status', () => {
  test('is published with its own settings only', async () => {
    const settings = { visibility: 'unlisted', language: 'de', quote_approval_policy: 'nobody', thread: [] };
    expect(await start({ settings }).try()).toEqual({
      kind: 'published',
      id: '1000',
      url: 'https://fake.example/@ada/1000',
      warnings: [],
    });
    const { thread: _, ...sent } = settings;
    expect(listSent()).toEqual([{ status: 'Hello', ...sent }]);
  });

  test('with a content warning is sensitive, unless it says otherwise', async () => {
    await start({ settings: { spoiler_text: 'Food' } }).try();
    await start({ settings: { spoiler_text: 'Food', sensitive: false } }).try();
    expect(listSent()).toMatchObject([{ sensitive: true }, { sensitive: false }]);
  });

  test('without a page of its own is returned with its URI', async () => {
    const outcome = await start({ settings: { visibility: 'direct' } }).try();
    expect(outcome).toMatchObject({ url: 'https://fake.example/users/ada/statuses/1000' });
  });

  test('is held when the token is revoked, and is published with the next token', async () => {
    const target = start();
    fake.server.faults.push('expire');
    expect(await target.try()).toMatchObject({ kind: 'held', networkCode: '401' });
    target.session.grant = fake.grant;
    expect(await target.try()).toMatchObject({ kind: 'published' });
  });

  test('that the server refuses fails with the server’s message', async () => {
    fake.instance.statuses.refusals.push({ status: 422, body: { error: 'Validation failed: Too long' } });
    const message = 'Validation failed: Too long';
    expect(await start().try()).toMatchObject({ kind: 'failed', code: 'rejected', message });
  });
});

describe('media', () => {
  test('is uploaded before the post, with its description and a safe name', async () => {
    const open = async function* () {
      yield Buffer.from('by');
      yield Buffer.from('tes');
    };
    const name = 'a "b"\r\n/../c';
    const media = [
      makeMedia({ name: `${name}.png`, altText: 'Ein Turm – zur Stunde', size: 5, open }),
      makeMedia({ kind: 'video', name: `${name}.mp4`, altText: null, size: 5, open }),
    ];
    await start({ text: '', media }).try();
    expect([...fake.instance.media.files.values()]).toEqual([
      expect.objectContaining({
        name: 'a_b_.._c.png',
        mimeType: 'image/png',
        description: 'Ein Turm – zur Stunde',
        bytes: 'bytes',
      }),
      expect.objectContaining({
        name: 'a_b_.._c.mp4',
        mimeType: 'video/mp4',
        description: null,
        bytes: 'bytes',
      }),
    ]);
    expect(listSent()).toEqual([{ media_ids: ['9000', '9001'] }]);
    expect(fake.server.requests.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  test('in processing is not uploaded again', async () => {
    fake.instance.media.processing = 2;
    const target = start({ media: [makeMedia()] });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(listSent()).toEqual([]);
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(fake.instance.media.files.size).toBe(1);
  });

  /** Seconds since the upload of the files of a post that was put off. */
  async function putOff(seconds: number) {
    const target = start({ media: [makeMedia(), makeMedia({ id: 2 })] });
    fake.instance.statuses.refusals.push({ status: 429, body: { error: 'Throttled' } });
    await target.try();
    target.wait(seconds);
    return target;
  }

  test.each([
    [23 * 3600 - 1, 2],
    [23 * 3600, 4],
    [26 * 3600, 4],
  ])('that waits %i seconds for its post is uploaded %i times in all', async (seconds, uploads) => {
    const target = await putOff(seconds);
    expect(await target.try()).toMatchObject({ kind: 'published', warnings: [] });
    expect(fake.server.requests.filter(({ path }) => path === '/api/v2/media')).toHaveLength(uploads);
    expect(fake.instance.statuses.all.map(({ mediaIds }) => mediaIds.length)).toEqual([2]);
  });

  test('that is gone before it is ready is uploaded again', async () => {
    fake.instance.media.processing = 1;
    const target = start({ media: [makeMedia()] });
    await target.try();
    fake.instance.media.files.clear();
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(listSent()).toEqual([{ status: 'Hello', media_ids: ['9001'] }]);
  });

  test('that the server no longer has is missed with a warning, also after an interruption', async () => {
    fake.instance.statuses.dropsMedia = true;
    const target = await putOff(60);
    fake.instance.media.files.delete('9000');
    const warnings = ['The server published the post without 1 of its 2 files.'];
    expect(await target.try()).toMatchObject({ kind: 'published', warnings });
    expect(await target.try()).toMatchObject({ kind: 'published', warnings });
  });

  test('that the server cannot process fails the post, and the error names the file', async () => {
    Object.assign(fake.instance.media, { processing: 1, isBroken: true });
    const outcome = await start({ media: [makeMedia()] }).try();
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      message: 'Error processing thumbnail for uploaded media',
      field: 'media_ids.0',
    });
  });

  test.each([404, 405])('is uploaded to the v1 endpoint if v2 answers %i', async (status) => {
    fake.instance.media.isOld = true;
    const http: Http = async (request) => {
      const response = await loopbackHttp(request);
      return request.url.endsWith('/api/v2/media') ? { ...response, status } : response;
    };
    const target = startTarget(mastodon, { media: [makeMedia()] }, fake, { http });
    expect(await target.try()).toMatchObject({ kind: 'published' });
  });
});

describe('a thread', () => {
  const settings = { thread: ['Second', 'Third'], visibility: 'unlisted' };

  test('is a chain of replies below the first post, whose id is returned', async () => {
    expect(await start({ settings, media: [makeMedia()] }).try()).toMatchObject({ id: '1000' });
    expect(listSent()).toEqual([
      { status: 'Hello', visibility: 'unlisted', media_ids: ['9000'] },
      { status: 'Second', visibility: 'unlisted', in_reply_to_id: '1000' },
      { status: 'Third', visibility: 'unlisted', in_reply_to_id: '1001' },
    ]);
  });

  test('continues after an interruption', async () => {
    const target = start({ settings });
    fake.server.nextFault = () => (fake.visible().length === 1 ? 'throttle_2s' : undefined);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 2 });
    fake.server.nextFault = () => undefined;
    expect(await target.try()).toMatchObject({ kind: 'published', id: '1000' });
    expect(fake.visible().map(({ text }) => text)).toEqual(['Hello', 'Second', 'Third']);
  });

  test('with equal parts does not mistake the previous part for the one in doubt', async () => {
    const target = start({ text: 'Ding', settings: { thread: ['Ding', 'Ding'] } });
    const faults: FakeFault[] = ['error_500'];
    fake.server.nextFault = () => (fake.visible().length === 2 ? faults.pop() : undefined);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '1000' });
    expect(fake.instance.statuses.all.map(({ inReplyTo }) => inReplyTo)).toEqual([null, '1000', '1001']);
  });

  test('whose first post was deleted fails with the reason', async () => {
    const target = start({ settings });
    fake.server.nextFault = () => (fake.visible().length === 1 ? 'throttle' : undefined);
    await target.try();
    fake.instance.statuses.all.length = 0;
    expect(await target.try()).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('replies to'),
    });
  });
});
