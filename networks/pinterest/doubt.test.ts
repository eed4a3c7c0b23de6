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

test('a pin whose words Pinterest shows in its own way is not made again', async () => {
  fake.server.faults.push('accept_then_drop');
  const target = start({ text: 'Ding & dong' });
  await target.try();
  for (const { body } of fake.pinterest.pins.all) body.description = 'Ding &amp; dong';
  expect(await target.finish()).toMatchObject({ kind: 'unconfirmed' });
  expect(sends()).toHaveLength(1);
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

  const other = { title: 'Market day', description: 'Cheese and bread', alt_text: 'Stalls' };

  async function find(pages: unknown[][], headers: Record<string, string> = {}, changes = {}) {
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
    return findPin({ post: { ...post, ...changes }, videoId: null }, since, session);
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
    ['one with other words', other],
    ['one with other words and no alt text', { ...other, alt_text: null }],
    ['one that shares fewer than half of the words', { ...other, description: 'The market opens' }],
    ['a video', { media: { media_type: 'video' } }],
  ])('%s is not ours', async (_, changes) => {
    expect(await find([[{ ...ours, ...changes }]])).toBe('absent');
  });

  test.each([
    ['another title', { title: 'Elsewhere' }],
    ['another text', { description: 'Market day' }],
    ['another alt text', { alt_text: 'Stalls' }],
    ['no text', { description: null }],
    ['no alt text', { alt_text: null }],
    ['no words at all', { title: null, description: null, alt_text: null }],
    ['no words but signs', { title: '🔔', description: '…', alt_text: '!' }],
    ['half of the words of the text', { ...other, description: 'Hear them' }],
    ['the beginning of the text', { ...other, description: 'HEAR…' }],
    ['the text within a longer one', { ...other, description: 'Hear the bells of all towers in this town' }],
  ])('one with %s leaves the doubt, because Pinterest may show ours in its own way', async (_, changes) => {
    expect(await find([[{ ...ours, ...changes }]])).toBe('unknown');
  });

  test('one in a language without spaces is compared by its words', async () => {
    const text = '広場で鐘が鳴ります';
    expect(await find([[{ ...ours, ...other, description: '広場で鐘が鳴り…' }]], {}, { text })).toBe(
      'unknown',
    );
    expect(await find([[{ ...ours, ...other, description: '市場は今日休み' }]], {}, { text })).toBe('absent');
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
    const at = (created_at: string, id: string) => ({ ...ours, ...other, id, created_at });
    const [later, before] = [at('2026-11-21T12:01:00', '9'), at('2026-11-21T11:00:00', '5')];
    expect(await find([[later, before], [ours]])).toBe('absent');
    expect(fake.server.requests).toHaveLength(1);
    expect(await find([[before, later], [ours]])).toBe('unknown');
    expect(await find([[later], [ours]])).toEqual({ found: { id: '7' } });
  });

  test('a list that does not end within five pages proves nothing', async () => {
    const later = { ...ours, ...other, created_at: '2026-11-21T12:01:00' };
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
