import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outgoing } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { openSession, startTarget } from '../testing/target.ts';
import type { PinterestSession } from './api.ts';
import { type PinterestFake, startFake } from './fake.ts';
import { pinterest } from './index.ts';
import { findPin } from './reconcile.ts';
import type { Settings } from './settings.ts';

let fake: PinterestFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const board = { board_id: '100' };
const silent = makeMedia({ altText: null });

function start(post: Partial<Outgoing> = {}) {
  return startTarget(pinterest, { text: 'Ding', settings: board, media: [makeMedia()], ...post }, fake);
}

const sends = () =>
  fake.server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/pins'));

test.each<[string, Partial<Outgoing>]>([
  ['a picture', {}],
  ['a picture with a link', { settings: { ...board, link: 'http://example.com' } }],
  ['a picture that has only an alt text', { text: '' }],
  [
    'a picture that has only a title',
    { text: '', media: [silent], settings: { ...board, title: 'The bell' } },
  ],
  ['a carousel', { media: [makeMedia(), makeMedia({ id: 2 })] }],
  ['a video', { media: [makeMedia({ kind: 'video' })] }],
  ['a pin on a protected board', { settings: { board_id: '200' } }],
])('a lost answer about %s is settled by the account’s own list', async (_, post) => {
  fake.server.faults.push('accept_then_drop');
  expect(await start(post).finish()).toMatchObject({ kind: 'published', id: fake.pinterest.pins.all[0]?.id });
  expect(sends()).toHaveLength(1);
});

test('a lost answer about a pin without any words leaves the doubt, because another pin may look the same', async () => {
  fake.server.faults.push('accept_then_drop');
  expect(await start({ text: '', media: [silent] }).finish()).toMatchObject({ kind: 'unconfirmed' });
  expect(fake.pinterest.pins.all).toHaveLength(1);
});

test('a pin that did not arrive is sent again when the list has not shown it for two minutes', async () => {
  fake.server.faults.push('reset_before');
  const target = start();
  await target.try();
  target.wait(60);
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(sends()).toHaveLength(1);
  expect(await target.finish()).toMatchObject({ kind: 'published' });
  expect(sends()).toHaveLength(2);
});

test('a list that lags lets a video be sent again, whose refusal as used is not taken for a failure', async () => {
  fake.server.faults.push('accept_then_drop');
  const target = start({ media: [makeMedia({ kind: 'video' })] });
  await target.try();
  target.wait(10);
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  fake.pinterest.pins.lag = Number.POSITIVE_INFINITY;
  target.wait(130);
  expect(await target.try()).toMatchObject({ kind: 'later', because: 'in_doubt' });
  expect(sends()).toHaveLength(2);
  fake.pinterest.pins.lag = 0;
  expect(await target.finish()).toMatchObject({ kind: 'published', id: fake.pinterest.pins.all[0]?.id });
});

describe('of pins in the list', () => {
  const since = new Date('2026-11-21T12:00:00Z');
  const post: Outgoing<Settings> = {
    text: 'Hear the bells',
    settings: { ...board, title: 'The bell', link: 'https://example.com/bells' },
    media: [makeMedia()],
  };
  const ours = {
    id: '7',
    created_at: '2026-11-21T12:00:00',
    board_id: '100',
    title: 'The bell',
    description: 'Hear the bells',
    link: 'https://example.com/bells',
    alt_text: 'A bell',
    media: { media_type: 'image' },
  };

  async function find(pages: unknown[][], headers: Record<string, string> = {}) {
    const answers = pages.map((items, at) => ({
      status: 200,
      headers,
      body: { items, bookmark: at + 1 < pages.length ? 'more' : null },
    }));
    fake.pinterest.refusals.set('GET /pins', answers);
    const session: PinterestSession = {
      ...openSession(fake),
      grant: fake.grant as PinterestSession['grant'],
      app: fake.app,
    };
    fake.server.now = session.now;
    return findPin({ post, videoId: null }, since, session);
  }

  test('the one with all words is ours', async () => {
    expect(await find([[ours]])).toEqual({ found: { id: '7' } });
    expect(
      await find([[{ ...ours, created_at: '2026-11-21T14:00:00+02:00', link: 'http://example.com/bells/' }]]),
    ).toEqual({
      found: { id: '7' },
    });
  });

  test('one of the second before the send is ours, because Pinterest leaves out parts of seconds', async () => {
    expect(await find([[{ ...ours, created_at: '2026-11-21T11:59:59' }]])).toEqual({ found: { id: '7' } });
  });

  test.each([
    ['an older one', { created_at: '2026-11-21T11:59:57' }],
    ['one on another board', { board_id: '200' }],
    ['one with another title', { title: 'Another' }],
    ['one with another text', { description: null }],
    ['one with another alt text', { alt_text: null }],
    ['a video', { media: { media_type: 'video' } }],
  ])('%s is not ours', async (_, changes) => {
    expect(await find([[{ ...ours, ...changes }]])).toBe('absent');
  });

  test.each([
    ['another link', [[{ ...ours, link: 'https://other.example' }]]],
    ['two of the same words', [[ours, { ...ours, id: '6' }]]],
    ['one without a time', [[{ ...ours, created_at: 'now' }]]],
    ['one with a hostile id', [[{ ...ours, id: '../7' }]]],
  ])('%s leaves the doubt', async (_, pages) => {
    expect(await find(pages)).toBe('unknown');
  });

  test('the list is read until it reaches back to the send, if it is in order', async () => {
    const at = (created_at: string, id: string) => ({ ...ours, id, created_at, title: 'Else' });
    const [later, before] = [at('2026-11-21T12:01:00', '9'), at('2026-11-21T11:00:00', '5')];
    expect(await find([[later, before], [ours]])).toBe('absent');
    expect(fake.server.requests).toHaveLength(1);
    expect(await find([[before, later], [ours]])).toBe('unknown');
    expect(await find([[later], [ours]])).toEqual({ found: { id: '7' } });
  });

  test('a list that does not end within five pages proves nothing', async () => {
    const later = { ...ours, title: 'Else', created_at: '2026-11-21T12:01:00' };
    expect(await find(Array.from({ length: 9 }, () => [later]))).toBe('unknown');
    expect(fake.server.requests).toHaveLength(5);
  });

  test('those of a clock that is ahead of ours are compared on that clock', async () => {
    const headers = { date: new Date('2026-11-21T12:10:00Z').toUTCString() };
    expect(await find([[{ ...ours, created_at: '2026-11-21T12:05:00' }]], headers)).toBe('absent');
    expect(await find([[{ ...ours, created_at: '2026-11-21T12:10:00' }]], headers)).toEqual({
      found: { id: '7' },
    });
  });
});
