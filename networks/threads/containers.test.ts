import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NetworkFault } from '../core/fault.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import { accountId } from './fake.ts';
import { notFound } from './fake-profile.ts';
import { containerId, image, making, pageOf, postId, publishing, Stage, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const [first, second] = [0, 1].map(postId);

describe('a container', () => {
  test.each(['FAILED_DOWNLOADING_VIDEO', 'FAILED_PROCESSING_AUDIO', 'UNKNOWN', ''])(
    'that fails with “%s” is made again',
    async (failure) => {
      stage.fake.meta.profile.containers.failures.push(failure);
      expect(await stage.start({ media: [video()] }).finish()).toMatchObject({ kind: 'published' });
      expect(stage.created).toHaveLength(2);
    },
  );

  test.each(['INVALID_DURATION', 'INVALID_ASPEC_RATIO', 'INVALID_BIT_RATE'])(
    'that fails with %s is a refusal of the file',
    async (failure) => {
      stage.fake.meta.profile.containers.failures.push(failure);
      expect(await stage.start({ media: [video()] }).finish()).toMatchObject({
        kind: 'failed',
        message: expect.stringContaining(failure),
      });
    },
  );

  test.each([
    ['a text', [], 5],
    ['an image', [image()], 5],
    ['a video', [video()], 30],
    ['an image of a carousel', [image(), video()], 5],
    ['a video of a carousel', [video(), image()], 30],
  ])('of %s is asked for again after some seconds', async (_, media, seconds) => {
    stage.answerNext(`GET ${containerId(0)}`, { status: 200, body: { status: 'IN_PROGRESS' } });
    expect(await stage.start({ media }).try()).toMatchObject({ kind: 'later', seconds });
  });

  test('of a carousel is published only when it is ready', async () => {
    stage.answerNext(`GET ${containerId(2)}`, { status: 200, body: { status: 'IN_PROGRESS' } });
    const target = stage.start({ media: [image(), image({ id: 3 })] });
    expect(await target.try()).toMatchObject({ kind: 'later', seconds: 5 });
    expect(stage.countPublishing()).toBe(0);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
  });

  test('that ended while the post was held is made again', async () => {
    stage.answerNext(publishing, { status: 429, headers: { 'retry-after': '86000' } });
    expect(await stage.start().finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
    expect(stage.countPublishing()).toBe(2);
  });

  test('that Threads says is expired is made again', async () => {
    stage.answerNext(`GET ${containerId(0)}`, { status: 200, body: { status: 'EXPIRED' } });
    expect(await stage.start().finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
  });

  test('that Threads says is expired when it is published is made again', async () => {
    const expired = { status: 200, body: { status: 'EXPIRED' } };
    const ready = { status: 200, body: { status: 'FINISHED' } };
    stage.answerNext(`GET ${containerId(0)}`, ready, expired);
    stage.answerNext(publishing, notFound(containerId(0)));
    expect(await stage.start().finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
  });

  test('that Threads does not know everywhere yet is published a little later', async () => {
    stage.answerNext(publishing, notFound(containerId(0)), notFound(containerId(0)));
    expect(await stage.start().finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
    expect(stage.countPublishing()).toBe(3);
  });

  test('of an item that Threads lost is made again, with all others', async () => {
    const lost = notFound(containerId(0));
    const target = stage.start({ media: [image(), image({ id: 3 })] });
    let count = 0;
    const { answer } = stage.fake.meta;
    stage.fake.meta.answer = (request) => {
      const isCarousel = request.body.toString().includes('CAROUSEL');
      if (isCarousel && count++ === 0) return Promise.resolve(lost);
      return answer.call(stage.fake.meta, request);
    };
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created.map(({ media_type }) => media_type)).toEqual([
      ...['IMAGE', 'IMAGE', 'CAROUSEL', 'IMAGE', 'IMAGE', 'CAROUSEL'],
    ]);
  });

  test('of a carousel that Threads fails to make is made again from the same items', async () => {
    const target = stage.start({ media: [image(), image({ id: 3 })] });
    stage.fake.server.disturb(6, refuse(500, '2', 'Down'));
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.calls[5]).toBe(making);
    expect(stage.created.map(({ media_type }) => media_type)).toEqual([
      ...['IMAGE', 'IMAGE', 'CAROUSEL', 'CAROUSEL'],
    ]);
  });

  test('of a carousel that does not reach Threads is made later from the same items', async () => {
    const target = stage.start({ media: [image(), image({ id: 3 })] });
    const { http } = target.session;
    target.session.http = (request) => {
      if (!String(request.body).includes('CAROUSEL')) return http(request);
      target.session.http = http;
      const message = 'No connection.';
      return Promise.reject(new NetworkFault({ kind: 'unavailable', message, sent: false }));
    };
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created.map(({ media_type }) => media_type)).toEqual(['IMAGE', 'IMAGE', 'CAROUSEL']);
  });
});

describe('a lost answer', () => {
  const lose = () => stage.fake.server.faults.push('accept_then_drop');

  test('is settled by the container and the list, and nothing is sent again', async () => {
    lose();
    expect(await stage.start({ text: 'Hear the #bells' }).finish()).toMatchObject({
      kind: 'published',
      id: first,
      url: pageOf(first),
    });
    expect(stage.countPublishing()).toBe(1);
  });

  test('is settled although the list shows the text without its ends and the sign of a hashtag', async () => {
    lose();
    const target = stage.start({ text: ' Hear the #bells ' });
    await target.try();
    const timestamp = target.session.now().toISOString();
    const item = { id: first, media_type: 'TEXT_POST', text: 'Hear the bells', timestamp };
    const list = { status: 200, body: { data: [item] } };
    stage.answerNext(`GET ${accountId}/threads`, ...Array(20).fill(list));
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first });
  });

  test('is not settled by one of two posts that are alike', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.profile.post({ media_type: 'TEXT', text: 'Ding' });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: `container-${containerId(0)}` });
  });

  test('of a container that Threads denies proves nothing', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.profile.containers.isForgetful = true;
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(stage.countPublishing()).toBe(1);
  });

  test('of a post that no list shows ends published, without its page', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.profile.lag = Number.POSITIVE_INFINITY;
    expect(await target.finish()).toMatchObject({
      kind: 'published',
      id: `container-${containerId(0)}`,
      url: null,
    });
    expect(stage.published).toMatchObject({
      warnings: [expect.stringContaining('does not know its page')],
    });
  });

  test.each([
    ['an older post with the same text', { text: 'Ding', media_type: 'TEXT' }, 10],
    ['a post with another text', { text: 'Dong', media_type: 'TEXT' }, 0],
    ['a post of another kind', { text: 'Ding', media_type: 'IMAGE' }, 0],
  ])('never makes %s ours', async (_, body, seconds) => {
    const target = stage.start();
    stage.fake.meta.profile.post(body);
    target.wait(seconds);
    lose();
    await target.try();
    target.wait(10);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: second });
  });

  test('before which nothing was published is sent again with the same container, a minute later', async () => {
    stage.fake.server.faults.push('error_500');
    const target = stage.start();
    await target.try();
    target.wait(10);
    expect(await target.try()).toMatchObject({ because: 'in_doubt', seconds: 50 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
  });
});
