import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatNameOf } from '../core/limits.ts';
import { refuse } from '../families/meta/fake-graph.ts';
import { pageId } from './fake-page.ts';
import { facebookRules } from './rules.ts';
import { Stage, video } from './testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

describe('after the post', () => {
  const comment = `POST ${pageId}_6100000000000000/comments`;
  const settings = { first_comment: 'Dong' };

  test('comes the first comment', async () => {
    expect(await stage.start({ settings }).finish()).toMatchObject({ kind: 'published', warnings: [] });
    expect(stage.fake.shown?.()).toMatchObject([{ settings: { comments: ['Dong'] } }]);
  });

  test('nothing counts as a reel but the reel itself', async () => {
    const post = { media: [video()], settings: { ...settings, format: 'reel' } };
    const target = stage.start(post);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(target.sends).toEqual(['commit', 'after']);
    expect(formatNameOf(facebookRules, {}, { text: '', ...post })).toBe('reel');
    const counted = facebookRules.rates?.map(({ format, most, seconds }) => [format, most, seconds]);
    expect(counted).toEqual([['reel', 30, 86_400]]);
  });

  test('a refused comment is a warning', async () => {
    stage.answerNext(comment, refuse(400, '368', 'Blocked'));
    expect(await stage.start({ settings }).finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('Blocked')],
    });
  });

  test('a comment without an answer is looked for, and never written twice', async () => {
    const target = stage.start({ settings });
    stage.answerNext(comment, { status: 500, body: '' });
    expect(await target.try()).toMatchObject({ because: 'in_doubt' });
    stage.fake.meta.page.posts[0]?.comments.push({ id: '1', message: 'Ding' }, { id: '2', message: ' Dong' });
    target.wait(60);
    expect(await target.try()).toMatchObject({ kind: 'published', warnings: [] });
    expect(stage.count(comment)).toBe(1);
  });

  test('a comment that is not found is never written again', async () => {
    const target = stage.start({ settings });
    stage.answerNext(comment, { status: 500, body: '' });
    await target.try();
    stage.fake.meta.page.posts[0]?.comments.push({ id: '1', message: 'Ding' });
    target.wait(60);
    expect(await target.finish()).toMatchObject({ kind: 'published', warnings: [expect.any(String)] });
    expect(stage.count(comment)).toBe(1);
  });
});
