import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../families/meta/fake-graph.ts';
import { containerId, image, publishing, Stage } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

describe('a lost answer', () => {
  const lose = () => stage.fake.server.faults.push('accept_then_drop');

  test('is settled by the container and the list, and nothing is sent again', async () => {
    lose();
    expect(await stage.start().finish()).toMatchObject({
      kind: 'published',
      id: '18000000000000000',
      url: 'https://www.instagram.com/p/B18000000000000000/',
    });
    expect(stage.countPublishing()).toBe(1);
  });

  test('waits for a list that lags', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.account.lagging = 1;
    target.wait(10);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    stage.fake.meta.account.lagging = 0;
    target.wait(10);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '18000000000000000' });
  });

  test('of a post that no list shows ends published, without its page', async () => {
    lose();
    const target = stage.start({ settings: { first_comment: 'Dong' } });
    await target.try();
    stage.fake.meta.account.lagging = 1;
    expect(await target.finish()).toMatchObject({
      kind: 'published',
      id: `container-${containerId(0)}`,
      url: null,
    });
    expect(stage.calls.filter((call) => call.endsWith('/comments'))).toEqual([]);
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test.each([
    ['an older post with the same text', { caption: 'Ding', image_url: 'x' }, 10],
    ['a post with another text', { caption: 'Dong', image_url: 'x' }, 0],
    ['a post of another kind', { caption: 'Ding', video_url: 'x', media_type: 'REELS' }, 0],
  ])('never makes %s ours', async (_, body, seconds) => {
    const target = stage.start();
    stage.fake.meta.account.post(body);
    target.wait(seconds);
    lose();
    await target.try();
    target.wait(10);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '18000000000000001' });
  });

  test('of a post with a twin of the same moment ends without a page rather than with another’s', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.account.post({ caption: 'Ding', image_url: 'x' });
    expect(await target.finish()).toMatchObject({ id: `container-${containerId(0)}` });
  });

  test('before which nothing was published is sent again with the same container, a minute later', async () => {
    stage.fake.server.faults.push('error_500');
    const target = stage.start();
    await target.try();
    target.wait(10);
    expect(await target.try()).toMatchObject({ because: 'in_doubt', seconds: 50 });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
    const sent = stage.fake.server.requests.filter(({ path }) => path.endsWith('media_publish'));
    expect(sent.map(({ json }) => json)).toEqual([
      { creation_id: containerId(0) },
      { creation_id: containerId(0) },
    ]);
  });

  test.each([{}, { status_code: 'UNHEARD_OF' }])('is not settled by a container of %o', async (body) => {
    lose();
    const target = stage.start();
    await target.try();
    stage.answerNext(`GET ${containerId(0)}`, { status: 200, body });
    target.wait(100);
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    expect(stage.countPublishing()).toBe(1);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '18000000000000000' });
  });

  test('of a send that works slowly is no second post', async () => {
    stage.fake.server.faults.push('error_500');
    const target = stage.start();
    await target.try();
    target.wait(70);
    const [made] = stage.fake.meta.account.containers.all;
    // The status still says FINISHED, and the first send ends just before the second.
    stage.answerNext(`GET ${containerId(0)}`, { status: 200, body: { status_code: 'FINISHED' } });
    if (made) {
      made.isPublished = true;
      stage.fake.meta.account.show(made);
    }
    expect(await target.finish()).toMatchObject({ kind: 'published', id: '18000000000000000' });
    expect(stage.fake.visible()).toHaveLength(1);
    expect(stage.created).toHaveLength(1);
  });

  test('with a container that Meta denies at the next send is no reason for a new one', async () => {
    stage.fake.server.faults.push('error_500');
    const target = stage.start();
    await target.try();
    target.wait(70);
    const finished = { status: 200, body: { status_code: 'FINISHED' } };
    stage.answerNext(`GET ${containerId(0)}`, finished, refuse(400, '100/33', 'Object does not exist'));
    stage.answerNext(publishing, refuse(400, '24/2207008', 'Cannot be found'));
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    target.wait(70);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.created).toHaveLength(1);
  });

  test('with a container that Meta denies is asked again, and never sent again', async () => {
    lose();
    const target = stage.start();
    await target.try();
    stage.fake.meta.account.containers.isForgetful = true;
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(stage.fake.visible()).toHaveLength(1);
    expect(stage.countPublishing()).toBe(1);
  });

  test('of the second of two stories never finds the first one', async () => {
    stage.fake.server.nextFault = () => (stage.fake.visible().length === 1 ? 'accept_then_drop' : undefined);
    const media = [image(), image()];
    const post = { media, settings: { format: 'story' } };
    expect(await stage.start(post).finish()).toMatchObject({ kind: 'published' });
    expect(stage.calls.filter((call) => call.endsWith('/stories'))).toHaveLength(1);
  });

  test('of a story is settled by the list of stories', async () => {
    stage.fake.server.faults.push('accept_then_drop', 'accept_then_drop');
    const media = [image(), image()];
    expect(await stage.start({ media, settings: { format: 'story' } }).finish()).toMatchObject({
      kind: 'published',
      id: '18000000000000000',
    });
    expect(stage.fake.visible()).toHaveLength(2);
  });
});

describe('after the post', () => {
  const comment = 'POST 18000000000000000/comments';

  test('comes the first comment, and then comments are switched off', async () => {
    const settings = { first_comment: 'Dong', comments_enabled: false };
    expect(await stage.start({ settings }).finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(stage.fake.meta.account.posts).toMatchObject([
      { comments: [{ text: 'Dong' }], hasComments: false },
    ]);
  });

  test('a refused comment is a warning', async () => {
    stage.answerNext(comment, refuse(400, '368', 'Blocked'));
    expect(await stage.start({ settings: { first_comment: 'Dong' } }).finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('Blocked')],
    });
  });

  test('a comment without an answer is looked for', async () => {
    const target = stage.start({ settings: { first_comment: 'Dong' } });
    stage.answerNext(comment, { status: 500, body: '' });
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    stage.fake.meta.account.posts[0]?.comments.push({ id: '1', text: 'Ding' }, { id: '2', text: ' Dong' });
    target.wait(60);
    expect(await target.try()).toMatchObject({ kind: 'published', warnings: [] });
    expect(stage.calls.filter((call) => call === comment)).toHaveLength(1);
  });

  test('a comment that is not found is never written twice', async () => {
    const target = stage.start({ settings: { first_comment: 'Dong' } });
    stage.answerNext(comment, { status: 500, body: '' });
    expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [expect.any(String)] });
    expect(stage.calls.filter((call) => call === comment)).toHaveLength(1);
  });

  test('comments are switched off again if the answer was lost', async () => {
    stage.answerNext('POST 18000000000000000', { status: 500, body: '' });
    expect(await stage.start({ settings: { comments_enabled: false } }).finish()).toMatchObject({
      warnings: [],
    });
    expect(stage.fake.meta.account.posts).toMatchObject([{ hasComments: false }]);
  });

  test('a page that Instagram does not tell costs nothing', async () => {
    stage.fake.meta.account.hidesPages = true;
    expect(await stage.start().finish()).toMatchObject({
      kind: 'published',
      id: '18000000000000000',
      url: null,
    });
  });

  test.each([
    ['a failure', refuse(400, '2', 'Down')],
    ['a script', { status: 200, body: { permalink: 'javascript:alert(1)' } }],
  ])('%s in place of the page costs nothing', async (_, answer) => {
    stage.answerNext('GET 18000000000000000', answer);
    expect(await stage.start().finish()).toMatchObject({ kind: 'published', url: null });
  });
});
