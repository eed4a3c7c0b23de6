import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Media } from '../core/network.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import { containerId, image, pageOf, postId, Stage, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const [first, second, third] = [0, 1, 2].map(postId);
const address = 'https://belfry.test/files/bell.png';

describe('a thread', () => {
  const files = new Map<number, Media>([
    [1, image()],
    [2, video()],
  ]);
  const thread = ['Dong', { text: '', media_ids: [2, 1] }];
  const start = () => stage.start({ settings: { thread, topic_tag: 'Bells' }, files });

  test('is a chain of replies, whose parts have their own files and no settings', async () => {
    const parts = [first, second, third].map((id) => ({ id, url: pageOf(id) }));
    expect(await start().finish()).toMatchObject({ kind: 'published', id: first, url: pageOf(first) });
    expect(stage.published).toEqual({ ...parts[0], parts });
    expect(stage.created).toEqual([
      { media_type: 'TEXT', text: 'Ding', topic_tag: 'Bells' },
      { media_type: 'TEXT', text: 'Dong', reply_to_id: first },
      { media_type: 'VIDEO', video_url: address, is_carousel_item: 'true' },
      { media_type: 'IMAGE', image_url: address, alt_text: 'A bell', is_carousel_item: 'true' },
      { media_type: 'CAROUSEL', children: `${containerId(2)},${containerId(3)}`, reply_to_id: second },
    ]);
    expect(stage.fake.leftovers?.()).toBe(0);
  });

  test('waits until Threads knows the post to which a part replies', async () => {
    stage.fake.meta.profile.unknownParents = 3;
    const target = start();
    expect(await target.try()).toMatchObject({ kind: 'later' });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first });
    expect(stage.fake.visible()).toHaveLength(3);
    expect(stage.countPublishing()).toBe(3);
  });

  test('keeps the files of a carousel while Threads does not know the post to which it replies', async () => {
    stage.fake.meta.profile.unknownParents = 4;
    const settings = { thread: [{ text: '', media_ids: [2, 1] }] };
    expect(await stage.start({ settings, files }).finish()).toMatchObject({ kind: 'published' });
    expect(stage.created.filter(({ is_carousel_item }) => is_carousel_item)).toHaveLength(2);
  });

  test('is not begun if the account may not publish all of it', async () => {
    stage.fake.meta.profile.most.replies = 1;
    expect(await start().try()).toMatchObject({
      kind: 'later',
      message: expect.stringContaining('0 of the 1 replies'),
    });
    expect(stage.created).toEqual([]);
    const [{ query } = { query: new URLSearchParams() }] = stage.fake.server.requests;
    expect(query.get('fields')).toBe('quota_usage,config,reply_quota_usage,reply_config');
  });

  test('with a file that is missing is refused before anything is published', async () => {
    const outcome = await stage.start({ settings: { thread } }).finish();
    expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining('file of the thread') });
    expect(stage.calls).toEqual([]);
  });

  test('a part of which no list shows stays in doubt, because the next part must name it', async () => {
    stage.fake.server.faults.push('accept_then_drop');
    const target = start();
    await target.try();
    stage.fake.meta.profile.lag = Number.POSITIVE_INFINITY;
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(stage.countPublishing()).toBe(1);
  });

  test('finds a part again by the post to which it replies', async () => {
    stage.fake.meta.profile.post({ media_type: 'TEXT', text: 'Dong' });
    const stranger = stage.fake.meta.profile.post({ media_type: 'TEXT', text: 'x' });
    stage.fake.server.faults.push('accept_then_500', 'accept_then_500');
    const target = start();
    await target.try();
    stage.fake.meta.profile.post({ media_type: 'TEXT', text: 'Dong', reply_to_id: stranger.id });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(stage.countPublishing()).toBe(3);
    expect(stage.fake.visible()).toHaveLength(6);
  });
});

describe('the first comment', () => {
  const start = () => stage.start({ settings: { first_comment: 'Dong' } });

  test('is a reply to the post', async () => {
    expect(await start().finish()).toMatchObject({ kind: 'published', id: first });
    expect(stage.created).toEqual([
      { media_type: 'TEXT', text: 'Ding' },
      { media_type: 'TEXT', text: 'Dong', reply_to_id: first },
    ]);
    expect(stage.published).toEqual({ id: first, url: pageOf(first) });
  });

  test('that Threads refuses is a warning', async () => {
    const refusal = refuse(400, '100', 'Param text must be at most 500 characters long.');
    const target = start();
    const { answer } = stage.fake.meta;
    stage.fake.meta.answer = (request) =>
      request.body.toString().includes('reply_to_id')
        ? Promise.resolve(refusal)
        : answer.call(stage.fake.meta, request);
    const warnings = [expect.stringMatching(/first comment.*500 characters/)];
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first, warnings });
  });

  const unknown = refuse(400, '24/4279009', 'Media Not Found');
  test.each([
    ['that Threads never knows the post to answer', 'reply_to_id', unknown],
    ['that Threads throttles until the end', 'reply_to_id', refuse(400, '32', 'Limit')],
    ['that needs a new sign-in', 'reply_to_id', refuse(400, '190', 'Who?')],
    ['whose container is throttled until the end', containerId(1), refuse(400, '32', 'Limit')],
  ])('%s is a warning', async (_, words, refusal) => {
    const target = start();
    const { answer } = stage.fake.meta;
    stage.fake.meta.answer = (request) =>
      request.body.toString().includes(words)
        ? Promise.resolve(refusal)
        : answer.call(stage.fake.meta, request);
    const warnings = [expect.stringContaining('comment')];
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first, warnings });
    expect(stage.fake.visible()).toHaveLength(1);
  });

  test('whose container is lost is a warning', async () => {
    const target = start();
    stage.answerNext(`GET ${containerId(1)}`, { status: 200, body: { status: 'EXPIRED' } });
    stage.fake.server.disturb(6, unknown);
    const warnings = [expect.stringContaining('no longer has the first comment')];
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first, warnings });
    expect(stage.countPublishing()).toBe(2);
  });

  test('is made again after a failure of Threads', async () => {
    const target = start();
    stage.fake.server.disturb(5, refuse(500, '2', 'Down'));
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first });
    expect(stage.fake.visible()).toHaveLength(2);
    expect(stage.published?.warnings).toBeUndefined();
  });

  test('whose answer is lost is found among the replies to the post', async () => {
    const target = start();
    stage.fake.server.disturb(6, 'accept_then_drop');
    const begun = target.session.now().getTime();
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first });
    expect(stage.countPublishing()).toBe(2);
    expect(target.session.now().getTime() - begun).toBeLessThan(120_000);
  });

  test('whose publication is refused is a warning', async () => {
    const target = start();
    const { answer } = stage.fake.meta;
    let calls = 0;
    stage.fake.meta.answer = (request) => {
      const isComment = request.path.endsWith('/threads_publish') && calls++ > 0;
      return isComment
        ? Promise.resolve(refuse(400, '368', 'Blocked'))
        : answer.call(stage.fake.meta, request);
    };
    expect(await target.finish()).toMatchObject({ kind: 'published', id: first });
    expect(stage.countPublishing()).toBe(2);
  });

  test('is left out if Belfry does not know the post', async () => {
    stage.fake.server.faults.push('accept_then_drop');
    const target = start();
    await target.try();
    stage.fake.meta.profile.lag = Number.POSITIVE_INFINITY;
    expect(await target.finish()).toMatchObject({ kind: 'published', url: null });
    expect(stage.created).toHaveLength(1);
    expect(stage.published?.warnings).toHaveLength(2);
  });

  test('counts as a reply', async () => {
    stage.fake.meta.profile.most.replies = 0;
    expect(await start().try()).toMatchObject({ kind: 'later', seconds: 3600 });
    expect(stage.created).toEqual([]);
  });
});
