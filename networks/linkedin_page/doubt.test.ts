import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import { encodeLittle } from '../families/linkedin/text.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget, type TestTarget } from '../testing/target.ts';
import { type PageFake, startFake } from './fake.ts';
import { linkedinPage } from './index.ts';

let fake: PageFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const text = 'Hear #bells (now)';

function start(post: Partial<Outgoing> = {}): TestTarget {
  return startTarget(linkedinPage, { text, ...post }, fake);
}

/** A post of the same author, made `seconds` after the fake's present. */
function addTwin(seconds: number, changes: object = {}) {
  const body = {
    author: fake.account.id,
    commentary: encodeLittle(text),
    lifecycleState: 'PUBLISHED',
    ...changes,
  };
  return fake.linkedin.posts.add(body, fake.server.now().getTime() + seconds * 1000);
}

const sends = () => fake.server.visibleAt.length;
const unconfirmed = { kind: 'unconfirmed' };

describe('a lost answer', () => {
  test('is settled by the list, and nothing is sent again', async () => {
    fake.server.faults.push('accept_then_drop');
    const outcome = await start().finish();
    const [post] = fake.linkedin.posts.all;
    expect(outcome).toMatchObject({
      kind: 'published',
      id: post?.id,
      url: `https://www.linkedin.com/feed/update/${post?.id}/`,
    });
    expect(sends()).toBe(1);
  });

  test('to a post with images is settled by the ids of the files', async () => {
    const target = start({ media: [makeMedia({ id: 1 }), makeMedia({ id: 2 })] });
    fake.server.faults.push('accept_then_500');
    await target.try();
    addTwin(1);
    addTwin(1, { content: { multiImage: { images: [{ id: 'urn:li:image:other' }] } } });
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.linkedin.posts.all[0]?.id });
    expect(sends()).toBe(1);
  });

  test.each(['', null, 'today'])('stays in doubt if the list has the time %o', async (createdAt) => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    Object.assign(addTwin(1, { commentary: 'Another' }), { createdAt });
    target.wait(300);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(sends()).toBe(1);
  });

  test('to a post that is missing from the list for five minutes makes Belfry send it again', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    target.wait(299);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(sends()).toBe(1);
    target.wait(1);
    expect(await target.try()).toMatchObject({ kind: 'published' });
    expect(fake.linkedin.posts.all).toHaveLength(1);
  });

  test.each([
    ['a minute before the send', -60, {}],
    ['of another text', 1, { commentary: 'Another' }],
    ['that LinkedIn could not publish', 1, { lifecycleState: 'PUBLISH_FAILED' }],
    ['with an article', 1, { content: { article: { source: 'https://a.example' } } }],
  ])('is not settled by a post %s', async (_, seconds, changes) => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    const twin = addTwin(seconds, { commentary: encodeLittle(`${text} `), ...changes });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.linkedin.posts.all.at(-1)?.id).not.toBe(twin.id);
    expect(sends()).toBe(2);
  });

  test('is settled by the list although LinkedIn’s clock is five seconds behind', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    const twin = addTwin(-5);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: twin.id });
  });

  test.each([-3600, -60, 3600])(
    'is settled although LinkedIn’s clock differs by %i seconds',
    async (seconds) => {
      const target = start();
      fake.server.now = () => new Date(target.session.now().getTime() + seconds * 1000);
      fake.server.faults.push('accept_then_drop');
      expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.linkedin.posts.all[0]?.id });
      expect(sends()).toBe(1);
    },
  );

  test('to a post with our files is settled by them, whatever LinkedIn made of the text', async () => {
    const target = start({ media: [makeMedia()] });
    fake.server.faults.push('accept_then_drop');
    await target.try();
    const [post] = fake.linkedin.posts.all;
    if (post) post.body = { ...post.body, commentary: 'Else' };
    expect(await target.finish()).toMatchObject({ kind: 'published', id: post?.id });
    expect(sends()).toBe(1);
  });

  test.each<[string, Partial<Outgoing>, object]>([
    ['nearly our text', {}, { commentary: 'Hear #bells – now!' }],
    [
      'our text and another image',
      { media: [makeMedia()] },
      { content: { media: { id: 'urn:li:image:other' } } },
    ],
    [
      'nearly our text and a poll',
      { settings: { poll: { question: 'Q', options: ['a', 'b'] } } },
      { content: { poll: {} }, commentary: 'hear bells now' },
    ],
  ])('stays in doubt if the list has a post with %s', async (_, post, changes) => {
    fake.server.faults.push('reset_before');
    const target = start(post);
    await target.try();
    addTwin(1, changes);
    expect(await target.finish()).toMatchObject(unconfirmed);
    expect(sends()).toBe(1);
  });

  test('with two posts that may be ours proves nothing', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    addTwin(1);
    addTwin(2);
    expect(await target.finish()).toMatchObject(unconfirmed);
    expect(sends()).toBe(1);
  });

  test.each([
    [
      'with a post that names no time',
      { createdAt: 'now', id: 'urn:li:share:1', commentary: 'x' },
      'unconfirmed',
    ],
    ['with an id that cannot be one', { createdAt: 1e15, id: 'x/../y', commentary: text }, 'unconfirmed'],
  ])('is not settled by a list %s', async (_, element, kind) => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    const list = fake.linkedin.posts.list;
    fake.linkedin.posts.list = () => ({ status: 200, body: { elements: Array(50).fill(element) } });
    expect(await target.finish()).toMatchObject({ kind });
    fake.linkedin.posts.list = list;
    expect(sends()).toBe(1);
  });

  test('with fifty newer posts in the list proves nothing', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    for (let at = 0; at < 50; at += 1) addTwin(1, { commentary: `Another ${at}` });
    expect(await target.finish()).toMatchObject(unconfirmed);
    expect(sends()).toBe(1);
  });

  test('and forty-nine newer posts prove that it is missing', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    for (let at = 0; at < 49; at += 1) addTwin(1, { commentary: `Another ${at}` });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
  });

  test('of a list that cannot be read is asked again', async () => {
    fake.server.faults.push('accept_then_drop');
    const target = start();
    await target.try();
    fake.linkedin.refusals.push({ status: 200, body: { elements: null } });
    target.wait(5);
    expect(await target.try()).toMatchObject({ kind: 'later' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(sends()).toBe(1);
  });
});
