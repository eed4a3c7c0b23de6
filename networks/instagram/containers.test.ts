import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { accountId } from './fake.ts';
import { containerId, image, publishing, Stage, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

describe('the quota', () => {
  test('is read before anything is made, and the post waits', async () => {
    stage.fake.meta.account.most = 0;
    expect(await stage.start().try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 3600 });
    expect(stage.calls).toEqual([`GET ${accountId}/content_publishing_limit`]);
  });

  test('must suffice for all stories', async () => {
    const post = { settings: { format: 'story' }, media: [image(), image()] };
    stage.fake.meta.account.most = 1;
    expect(await stage.start(post).try()).toMatchObject({ because: 'throttled' });
    stage.fake.meta.account.most = 2;
    expect(await stage.start(post).try()).toMatchObject({ kind: 'published' });
  });

  test('that somebody else used in the meantime makes the post wait', async () => {
    stage.answerNext(publishing, refuse(400, '9/2207042', 'Limit'));
    expect(await stage.start().try()).toMatchObject({ because: 'throttled', seconds: 3600 });
  });
});

describe('a container', () => {
  test('that failed in passing is made again', async () => {
    stage.fake.meta.account.containers.failures.push(
      'Error: Media upload has failed with error code 2207003',
    );
    expect(await stage.start().finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
  });

  test('that Instagram refuses for its content is not', async () => {
    stage.fake.meta.account.containers.failures.push(
      'Error: Media upload has failed with error code 2207026',
    );
    expect(await stage.start().finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      field: 'media_ids',
      message: expect.stringContaining('2207026'),
    });
    expect(stage.created).toHaveLength(1);
  });

  test('fails for good after three of them', async () => {
    const failure = 'Error: 2207052';
    stage.fake.meta.account.containers.failures.push(failure, failure, failure);
    expect(await stage.start().finish()).toMatchObject({ kind: 'failed', code: 'network_unavailable' });
    expect(stage.created).toHaveLength(3);
  });

  test('is made again after 23 hours', async () => {
    stage.fake.server.faults.push('throttle');
    const target = stage.start();
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    target.wait(23 * 3600 - 10);
    stage.fake.server.faults.push('throttle');
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    expect(stage.created).toHaveLength(1);
    target.wait(10);
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
  });

  test('that ended while it was waited for is made again', async () => {
    const target = stage.start({ media: [video()] });
    await target.try();
    const [made] = stage.fake.meta.account.containers.all;
    if (made) made.createdAt -= 86_400_000;
    target.wait(30);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
  });

  test('that is not ready at the last call is published later, and not made again', async () => {
    stage.answerNext(publishing, refuse(400, '9007/2207027', 'The media is not ready'));
    const target = stage.start();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    target.wait(60);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
  });

  test('that ended at the last call is made again', async () => {
    stage.answerNext(publishing, refuse(400, '24/2207008', 'Cannot be found'));
    stage.answerNext(
      `GET ${containerId(0)}`,
      { status: 200, body: { status_code: 'FINISHED' } },
      refuse(400, '100/33', 'Gone'),
    );
    const target = stage.start();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
  });

  test('that ended between the wait and the last call is made again', async () => {
    stage.fake.server.faults.push('throttle_2s');
    const target = stage.start();
    await target.try();
    const [made] = stage.fake.meta.account.containers.all;
    if (made) made.createdAt -= 86_400_000;
    target.wait(2);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
  });

  const ready = { status: 200, body: { status_code: 'FINISHED' } };
  const expired = { status: 200, body: { status_code: 'EXPIRED' } };
  const failed = { status: 200, body: { status_code: 'ERROR', status: 'Error: 2207026' } };

  test.each([
    ['-2/2207020', expired],
    ['-2/2207020', failed],
    ['100/33', expired],
  ])('that ended before the last call is made again also after %s', async (code, state) => {
    const target = stage.start();
    stage.answerNext(publishing, refuse(400, code, 'The media has expired'));
    stage.answerNext(`GET ${containerId(0)}`, ready, state);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(2);
    expect(stage.countPublishing()).toBe(2);
  });

  test.each([
    ['is ready', ready],
    ['cannot be read', refuse(400, '100/33', 'Gone')],
    ['cannot be asked about', refuse(429, '4', 'Limit')],
  ])('that %s keeps the refusal of the last call', async (_, state) => {
    const target = stage.start();
    stage.answerNext(publishing, refuse(400, '368', 'Blocked'));
    stage.answerNext(`GET ${containerId(0)}`, ready, state);
    const message = expect.stringContaining('Blocked');
    expect(await target.try()).toMatchObject({ kind: 'failed', code: 'rejected', message });
    expect(stage.created).toHaveLength(1);
  });

  test('that is published already is no refusal', async () => {
    const target = stage.start();
    stage.answerNext(publishing, refuse(400, '100', 'Already published'));
    const published = { status: 200, body: { status_code: 'PUBLISHED' } };
    stage.answerNext(`GET ${containerId(0)}`, ready, published);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  });

  test('is not asked about if the account may not call now', async () => {
    const target = stage.start();
    stage.answerNext(publishing, refuse(400, '4', 'Limit'));
    expect(await target.try()).toMatchObject({ because: 'throttled' });
    expect(stage.calls.filter((call) => call === `GET ${containerId(0)}`)).toHaveLength(1);
  });

  test('that Instagram cannot find, although it is ready, is tried again', async () => {
    stage.answerNext(publishing, refuse(400, '24/2207008', 'Cannot be found'));
    const target = stage.start();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'unavailable' });
    target.wait(60);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
  });

  test('of a carousel whose item is gone is made again with all items', async () => {
    const media = [image(), image()];
    stage.answerNext(
      `POST ${accountId}/media`,
      { status: 200, body: { id: '1' } },
      { status: 200, body: { id: '2' } },
      refuse(400, '24/2207006', 'The media was not found'),
    );
    const ready = { status: 200, body: { status_code: 'FINISHED' } };
    stage.answerNext('GET 1', ready);
    stage.answerNext('GET 2', ready);
    expect(await stage.start({ media }).finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(6);
  });

  test('that Meta denies for a moment is waited for', async () => {
    stage.answerNext(`GET ${containerId(0)}`, refuse(400, '100/33', 'Object does not exist'));
    const target = stage.start();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'processing', seconds: 5 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
  });
});
