import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing, Published, Session } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { startTarget } from '../testing/target.ts';
import { startFake, type XFake } from './fake.ts';
import { problem } from './fake-refusals.ts';
import { x } from './index.ts';

const posting = 'POST /2/tweets';

let fake: XFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

function start(post: Partial<Outgoing> = {}, own: Partial<Session> = {}) {
  return startTarget(x, { text: 'Ding', ...post }, fake, own);
}

const calls = () =>
  fake.server.requests.map(({ method, path }) => `${method} ${path.replace('/api.x.com', '')}`);
const bodies = () =>
  fake.server.requests.filter(({ path }) => path === '/api.x.com/2/tweets').map(({ json }) => json);
const refuseNext = (...answers: Parameters<typeof fake.x.refusals.set>[1]) =>
  fake.x.refusals.set(posting, answers);

describe('a post', () => {
  test('of a text is one request', async () => {
    expect(await start().finish()).toEqual({
      kind: 'published',
      id: fake.x.posts.all[0]?.id,
      url: `https://x.com/ada/status/${fake.x.posts.all[0]?.id}`,
      warnings: [],
    });
    expect(calls()).toEqual([posting]);
    expect(bodies()).toEqual([{ text: 'Ding' }]);
  });

  test('has all its settings', async () => {
    const settings = {
      reply_settings: 'verified',
      made_with_ai: true,
      paid_partnership: true,
      community_id: '77',
      share_with_followers: true,
      for_super_followers_only: true,
      poll: { options: ['Yes', 'No'], duration_minutes: 60 },
    };
    await start({ settings }).finish();
    expect(bodies()).toEqual([{ text: 'Ding', ...settings }]);
  });

  test('leaves out defaults', async () => {
    const flags = ['made_with_ai', 'paid_partnership', 'share_with_followers', 'for_super_followers_only'];
    const settings = {
      reply_settings: 'everyone',
      ...Object.fromEntries(flags.map((flag) => [flag, false])),
    };
    await start({ settings }).finish();
    expect(bodies()).toEqual([{ text: 'Ding' }]);
  });

  test('quotes another one', async () => {
    await start({ settings: { quote: '20' } }).finish();
    expect(bodies()).toEqual([{ text: 'Ding', quote_tweet_id: '20' }]);
  });

  test('has a page even if the user name is hostile', async () => {
    const account = { ...fake.account, username: 'a/../b' };
    expect(await start({}, { account }).finish()).toMatchObject({
      url: expect.stringMatching(/^https:\/\/x\.com\/a%2F\.\.%2Fb\/status\/\d+$/),
    });
  });

  test.each([[{ data: { id: '../20' } }], [{ data: { id: 20 } }], [{ data: {} }], [[]]])(
    'whose id makes no sense is in doubt: %j',
    async (body) => {
      refuseNext({ status: 201, body });
      expect(await start().try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    },
  );

  test('that X names in a failure is in doubt', async () => {
    refuseNext({ status: 500, body: { data: { id: '20' } } });
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  });
});

describe('a thread', () => {
  const files = new Map([5, 6].map((id) => [id, makeMedia({ id, altText: `Bell ${id}` })]));
  const thread = ['Dong', { text: 'Bim', media_ids: [6, 5] }];

  test('is a chain of replies, with the files of each part', async () => {
    const settings = { thread, reply_settings: 'following', made_with_ai: true };
    const seen: Published[] = [];
    const publish: (typeof x)['publish'] = async (...all) => {
      const published = await x.publish(...all);
      seen.push(published);
      return published;
    };
    const post = { text: 'Ding', settings, files, media: [makeMedia()] };
    await startTarget({ ...x, publish }, post, fake).finish();
    const [first, second, third] = fake.x.posts.all.map(({ id }) => id);
    const url = (id = '') => `https://x.com/ada/status/${id}`;
    expect(seen.at(-1)).toEqual({
      id: first,
      url: url(first),
      parts: [first, second, third].map((id) => ({ id, url: url(id) })),
    });
    expect(bodies()).toEqual([
      {
        text: 'Ding',
        media: { media_ids: [expect.any(String)] },
        reply_settings: 'following',
        made_with_ai: true,
      },
      { text: 'Dong', reply: { in_reply_to_tweet_id: first } },
      {
        text: 'Bim',
        reply: { in_reply_to_tweet_id: second },
        media: { media_ids: [expect.any(String), expect.any(String)] },
        made_with_ai: true,
      },
    ]);
    expect(fake.shown?.().map(({ media }) => media.map(({ alt }) => alt))).toEqual([
      ['A bell'],
      [],
      ['Bell 6', 'Bell 5'],
    ]);
  });

  test('publishes nothing if one of its files cannot be uploaded', async () => {
    fake.x.media.failure = 'Broken';
    const gif = new Map([[5, makeMedia({ id: 5, mimeType: 'image/gif', animated: true })]]);
    const settings = { thread: [{ text: 'Dong', media_ids: [5] }] };
    expect(await start({ settings, files: gif }).finish()).toMatchObject({ kind: 'failed' });
    expect(fake.x.posts.all).toEqual([]);
  });

  test('of which a file is missing publishes nothing', async () => {
    expect(await start({ settings: { thread } }).finish()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
    });
    expect(calls()).toEqual([]);
  });

  test('continues after the part that was published', async () => {
    refuseNext(...([undefined, problem(429, 'Too Many Requests')] as ReturnType<typeof problem>[]));
    const target = start({ settings: { thread: ['Dong'] } });
    expect(await target.try()).toMatchObject({ kind: 'later', because: 'throttled' });
    expect(await target.finish()).toMatchObject({ kind: 'published' });
    expect(fake.visible().map(({ text }) => text)).toEqual(['Ding', 'Dong']);
  });
});

test('a thread and a comment have the readers and the declarations of the post', async () => {
  const shared = { for_super_followers_only: true, paid_partnership: true };
  const settings = { ...shared, made_with_ai: true, thread: ['Dong'], first_comment: 'Listen!' };
  await start({ settings }).finish();
  const [post, ...replies] = bodies();
  expect(post).toEqual({ text: 'Ding', ...shared, made_with_ai: true });
  const reply = { in_reply_to_tweet_id: expect.any(String) };
  expect(replies).toEqual([
    { text: 'Dong', reply, ...shared },
    { text: 'Listen!', reply, ...shared },
  ]);
});

describe('a first comment', () => {
  test('answers the first part', async () => {
    expect(await start({ settings: { first_comment: 'Listen!', thread: ['Dong'] } }).finish()).toMatchObject({
      warnings: [],
    });
    const [first, , comment] = fake.x.posts.all;
    expect(comment).toMatchObject({ text: 'Listen!', inReplyTo: first?.id });
  });

  test('that X refuses is a warning', async () => {
    refuseNext(
      ...([undefined, problem(403, 'You are not permitted to perform this action.')] as ReturnType<
        typeof problem
      >[]),
    );
    expect(await start({ settings: { first_comment: 'Listen!' } }).finish()).toMatchObject({
      kind: 'published',
      warnings: [expect.stringContaining('comment: X does not let this account do that.')],
    });
  });
});

describe('a refusal', () => {
  test('without credits makes the app wait for its operator', async () => {
    refuseNext(problem(402, 'No credits'));
    expect(await start().try()).toMatchObject({ kind: 'later', because: 'throttled', seconds: 900 });
  });

  test('of a duplicate fails a post that was sent once', async () => {
    await start().finish();
    expect(await start().finish()).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(fake.x.posts.all).toHaveLength(1);
  });

  test('for an expired token leads to a refresh, and the upload is not repeated', async () => {
    fake.server.faults.push('expire');
    expect(await start({ media: [makeMedia()] }).finish()).toMatchObject({ kind: 'published' });
    expect(fake.x.media.uploads.size).toBe(1);
  });
});
