import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { XSession } from './api.ts';
import { startFake, type XFake } from './fake.ts';
import { x } from './index.ts';
import type { Draft } from './post.ts';
import { findPost } from './reconcile.ts';

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
    ['a quote without a text of its own link', { text: 'See example.com', settings: { quote: '20' } }],
  ])('of %s is settled by the account’s own list, and nothing is sent again', async (_, post) => {
    const target = await lose(post);
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

describe('of posts in the list', () => {
  const since = new Date('2026-11-21T12:00:00Z');
  const draft: Draft = { text: 'See example.com/bells', settings: {}, media: [], inReplyTo: null };
  const ours = {
    id: '7',
    created_at: '2026-11-21T12:00:00.000Z',
    text: 'See https://t.co/abc',
    entities: { urls: [{ url: 'https://t.co/abc', expanded_url: 'http://example.com/bells' }] },
  };
  const file = { id: '40', key: '3_40' };

  async function find(
    listed: unknown[],
    own: Partial<Draft> = {},
    meta: object = { result_count: listed.length },
  ) {
    fake.x.refusals.set('GET /2/users/2244994945/tweets', [{ status: 200, body: { data: listed, meta } }]);
    const session: XSession = { ...openSession(fake), grant: fake.grant as XSession['grant'], app: fake.app };
    fake.server.now = session.now;
    return findPost({ ...draft, ...own }, since, session);
  }

  test('the one with the text is ours', async () => {
    expect(await find([ours])).toEqual({ found: { id: '7' } });
    const { query } = fake.server.requests[0] ?? {};
    expect(query?.get('start_time')).toBe('2026-11-21T11:59:00.000Z');
  });

  test('one of the second before the send is ours, because X leaves out parts of seconds', async () => {
    expect(await find([{ ...ours, created_at: '2026-11-21T11:59:59.000Z' }])).toEqual({ found: { id: '7' } });
  });

  test.each([
    ['an older one', { created_at: '2026-11-21T11:59:57.000Z' }],
    ['one with another text', { text: 'Hear https://t.co/abc' }],
    ['one with more text', { text: 'See https://t.co/abc now' }],
    ['a reply', { referenced_tweets: [{ type: 'replied_to', id: '5' }] }],
    ['a quote', { referenced_tweets: [{ type: 'quoted', id: '5' }] }],
    ['one with a poll', { attachments: { poll_ids: ['1'] } }],
    ['one with a picture', { attachments: { media_keys: ['3_1'] } }],
  ])('%s is not ours', async (_, changes) => {
    expect(await find([{ ...ours, ...changes }])).toBe('absent');
  });

  test.each([
    [
      'a link that leads elsewhere',
      [{ ...ours, entities: { urls: [{ url: 'https://t.co/abc', expanded_url: 'https://other.example' }] } }],
    ],
    ['a link that leads nowhere', [{ ...ours, entities: {} }]],
    ['two of the same text', [ours, { ...ours, id: '8' }]],
    ['one without a time', [{ ...ours, created_at: 'now' }]],
    ['one with a hostile id', [{ ...ours, id: '../7' }]],
    ['one that is no object', [null]],
  ])('%s leaves the doubt', async (_, listed) => {
    expect(await find(listed)).toBe('unknown');
  });

  test('a list that does not say how long it is proves nothing', async () => {
    expect(await find([], {}, {})).toBe('unknown');
    expect(await find([])).toBe('absent');
  });

  test('the one with our files is ours, whatever its text', async () => {
    const listed = { ...ours, text: 'https://t.co/x', attachments: { media_keys: ['3_40'] } };
    expect(await find([listed], { media: [file] })).toEqual({ found: { id: '7' } });
    expect(await find([listed], { media: [{ id: '40', key: null }] })).toEqual({ found: { id: '7' } });
    expect(await find([listed], { media: [{ id: '0', key: '3_40' }] })).toEqual({ found: { id: '7' } });
  });

  test('one with other files is not ours, unless it has our text', async () => {
    const added = [
      ...ours.entities.urls,
      { url: 'https://t.co/x', expanded_url: 'https://x.com/ada/status/7/photo/1' },
    ];
    const same = {
      ...ours,
      text: `${ours.text} https://t.co/x`,
      entities: { urls: added },
      attachments: { media_keys: ['3_99'] },
    };
    expect(await find([{ ...same, text: 'Else https://t.co/x' }], { media: [file] })).toBe('absent');
    expect(await find([same], { media: [file] })).toBe('unknown');
  });

  test('those of a clock that is ahead of ours are compared on that clock', async () => {
    const date = new Date('2026-11-21T12:10:00Z').toUTCString();
    const answer = (created_at: string) => ({
      status: 200,
      headers: { date },
      body: { data: [{ ...ours, created_at }], meta: { result_count: 1 } },
    });
    const session: XSession = { ...openSession(fake), grant: fake.grant as XSession['grant'], app: fake.app };
    fake.server.now = session.now;
    fake.x.refusals.set('GET /2/users/2244994945/tweets', [
      answer('2026-11-21T12:05:00.000Z'),
      answer('2026-11-21T12:10:00.000Z'),
    ]);
    expect(await findPost(draft, since, session)).toBe('absent');
    expect(await findPost(draft, since, session)).toEqual({ found: { id: '7' } });
  });

  test('more than five pages prove nothing', async () => {
    const page = { status: 200, body: { data: [], meta: { result_count: 0, next_token: 'more' } } };
    const session: XSession = { ...openSession(fake), grant: fake.grant as XSession['grant'], app: fake.app };
    fake.server.now = session.now;
    fake.x.refusals.set('GET /2/users/2244994945/tweets', Array(9).fill(page));
    expect(await findPost(draft, since, session)).toBe('unknown');
    expect(fake.server.requests).toHaveLength(5);
  });
});
