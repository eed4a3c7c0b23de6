import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type XFake } from './fake.ts';
import { x } from './index.ts';

let fake: XFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const poll = { options: ['Yes', 'No'], duration_minutes: 60 };

function start(post: Partial<Outgoing> = {}) {
  return startTarget(x, { text: 'Ding', ...post }, fake);
}

/** A target whose post arrived, but whose answer was lost. */
async function lose(post: Partial<Outgoing> = {}) {
  fake.server.faults.push('accept_then_drop');
  const target = start(post);
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  return target;
}

const posts = () =>
  fake.server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/2/tweets'));

describe('a lost answer', () => {
  test.each<[string, Partial<Outgoing>]>([
    ['a text', {}],
    ['a text with signs', { text: 'a < b && c > d &amp; "e"' }],
    ['a text with links', { text: 'See Example.com/a/, https://example.com/b?c=1 and foo.bar.' }],
    ['a text with spaces around', { text: '  Ding\n\n Dong  ' }],
    ['a text that is not composed', { text: 'Glo\u0308ckchen' }],
    ['a text with a picture', { media: [makeMedia()] }],
    ['pictures alone', { text: '', media: [makeMedia(), makeMedia({ id: 2 })] }],
    ['a poll', { settings: { poll } }],
    ['a quote', { settings: { quote: '20' } }],
    ['a link to a post, which X quotes', { text: 'See https://x.com/ada/status/20' }],
    ['a link to a post before more text', { text: 'https://twitter.com/ada/status/20?s=20 says it.' }],
    ['a quote without a text of its own link', { text: 'See example.com', settings: { quote: '20' } }],
  ])('of %s is settled by the account’s own list, and nothing is sent again', async (_, post) => {
    const target = await lose(post);
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.x.posts.all[0]?.id });
    expect(posts()).toHaveLength(1);
  });

  test('of a post with a link to a picture, which X shows as a file, is never sent again', async () => {
    const target = await lose({ text: 'See https://x.com/ada/status/20/photo/1' });
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(posts()).toHaveLength(1);
  });

  test.each([30, 90, 3600])('is settled if our clock is %i seconds ahead of X’s', async (ahead) => {
    const target = start();
    fake.server.now = () => new Date(target.session.now().getTime() - ahead * 1000);
    fake.server.faults.push('accept_then_drop');
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.x.posts.all[0]?.id });
    expect(posts()).toHaveLength(1);
  });

  test('of a long post is settled by its whole text', async () => {
    fake.x.posts.longest = 25_000;
    const text = `${'Ding dong '.repeat(90)}see https://example.com/bells`;
    expect(await (await lose({ text })).finish()).toMatchObject({ kind: 'published' });
    expect(posts()).toHaveLength(1);
  });

  test('of a reply is settled by the post that it answers', async () => {
    fake.server.faults.push('accept_then_500');
    const target = start({ settings: { thread: ['Dong'] } });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.visible().map(({ text }) => text)).toEqual(['Ding', 'Dong']);
  });

  test('is settled also if X has the names of its OpenAPI document', async () => {
    fake.x.posts.hasNewNames = true;
    fake.x.posts.longest = 25_000;
    const reply = 'Dong '.repeat(90);
    fake.server.faults.push('accept_then_drop', 'accept_then_drop');
    const target = start({ settings: { thread: [reply] } });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.visible().map(({ text }) => text)).toEqual(['Ding', reply]);
    expect(posts()).toHaveLength(2);
  });

  test('is asked about on every page', async () => {
    fake.x.posts.pageSize = 1;
    const target = await lose();
    for (const text of ['Later', 'Still later']) {
      fake.server.faults.push();
      await startTarget(x, { text }, fake).finish();
    }
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.x.posts.all[0]?.id });
  });
});

describe('a post that did not arrive', () => {
  test('is sent again when the list has not shown it for two minutes', async () => {
    fake.server.faults.push('reset_before');
    const target = start();
    await target.try();
    target.wait(60);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(posts()).toHaveLength(1);
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(posts()).toHaveLength(2);
  });

  test.each([{ community_id: '7' }, { for_super_followers_only: true }])(
    'with %j ends unconfirmed, because the list may not have it',
    async (settings) => {
      fake.server.faults.push('reset_before');
      expect(await start({ settings }).finish()).toMatchObject({ kind: 'unconfirmed' });
      expect(posts()).toHaveLength(1);
    },
  );
});

describe('a list that lags', () => {
  test('lets the post be sent again, whose refusal as a duplicate is not taken for a failure', async () => {
    const target = await lose();
    fake.x.posts.lag = Number.POSITIVE_INFINITY;
    target.wait(130);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(posts()).toHaveLength(2);
    fake.x.posts.lag = 0;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.x.posts.all[0]?.id });
    expect(fake.x.posts.all).toHaveLength(1);
  });

  test('lets a post with files be sent again, whose used files are not taken for lost ones', async () => {
    const target = await lose({ media: [makeMedia()] });
    fake.x.posts.lag = Number.POSITIVE_INFINITY;
    target.wait(130);
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(posts()).toHaveLength(2);
    fake.x.posts.lag = 0;
    expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.x.posts.all[0]?.id });
    expect(fake.x.media.uploads.size).toBe(1);
  });

  test('for ever leaves the post unconfirmed', async () => {
    const target = await lose();
    fake.x.posts.lag = Number.POSITIVE_INFINITY;
    expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
    expect(fake.x.posts.all).toHaveLength(1);
  });
});
