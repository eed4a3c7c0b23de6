import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { Version } from '../core/limits.ts';
import { makeMedia } from '../testing/media.ts';
import { telegramRules as rules } from './rules.ts';

const base = { text: 'Hello', settings: {}, media: [] };
const check = (version: Partial<Version>) => checkVersion(rules, {}, { ...base, ...version });
const poll = { question: 'When?', options: ['Now', 'Never'] };
const HTML = { parse_mode: 'HTML' };

test('a post needs a text, a file or a poll', () => {
  expect(check({ text: ' ' })).toMatchObject([{ field: 'content', rule: 'text.min' }]);
  expect(check({ text: '<b> </b>', settings: HTML })).toMatchObject([{ rule: 'text.min' }]);
  expect(check({ text: '', settings: { poll } })).toEqual([]);
  expect(check({ text: '', media: [makeMedia()] })).toEqual([]);
});

describe('the length', () => {
  test('is counted in code points, in every part', () => {
    const [fit, long] = [4096, 4097].map((count) => '🔔'.repeat(count)) as [string, string];
    expect(check({ text: fit, settings: { thread: [fit] } })).toEqual([]);
    expect(check({ settings: { thread: [long] } })).toMatchObject([{ field: 'settings.thread.0' }]);
  });

  test('is counted without tags only if they are tags', () => {
    const text = `<b>${'x'.repeat(4096)}</b>`;
    expect(check({ text, settings: HTML })).toEqual([]);
    expect(check({ text })).toMatchObject([{ rule: 'text.max', measured: 4103 }]);
  });

  test.each<[string, Partial<Version>]>([
    ['a file', { media: [makeMedia()] }],
    ['a poll', { settings: { poll } }],
  ])('is at most 1,024 beside %s', (_, version) => {
    expect(check({ ...version, text: '🔔'.repeat(1024) })).toEqual([]);
    expect(check({ ...version, text: '🔔'.repeat(1025) })).toMatchObject([
      { field: 'content', rule: 'caption.max', measured: 1025, limit: 1024 },
    ]);
  });

  test('of a caption is without tags too', () => {
    const text = `<b>${'x'.repeat(1024)}</b>`;
    expect(check({ text, settings: HTML, media: [makeMedia()] })).toEqual([]);
  });
});

test('wrong tags are named with their part', () => {
  expect(check({ text: '<b>x', settings: { ...HTML, thread: ['</i>'] } })).toMatchObject([
    { field: 'content', rule: 'text.format', message: expect.stringContaining('<b> without its end') },
    { field: 'settings.thread.0', rule: 'text.format' },
  ]);
});

test('a text has at most a hundred formats', () => {
  const text = (count: number) => '<b>x</b>'.repeat(count);
  expect(check({ text: text(100), settings: HTML })).toEqual([]);
  expect(check({ text: text(101), settings: HTML })).toMatchObject([{ rule: 'text.format', measured: 101 }]);
});

test('a poll excludes files, and an album excludes buttons and animated images', () => {
  const buttons = [{ text: 'Go', url: 'https://a.example/' }];
  const moving = makeMedia({ mimeType: 'image/gif', animated: true });
  expect(check({ settings: { poll }, media: [makeMedia()] })).toMatchObject([{ field: 'settings.poll' }]);
  expect(check({ settings: { buttons }, media: [makeMedia()] })).toEqual([]);
  expect(check({ settings: { buttons }, media: [makeMedia(), makeMedia()] })).toMatchObject([
    { field: 'settings.buttons' },
  ]);
  expect(check({ settings: { buttons: [] }, media: [makeMedia(), makeMedia()] })).toEqual([]);
  expect(check({ media: [moving] })).toEqual([]);
  expect(check({ media: [makeMedia(), moving] })).toMatchObject([{ field: 'media_ids' }]);
});

test('both sides of an image together have at most 10,000 pixels, and differ at most by twenty times', () => {
  const of = (width: number | null, height: number, more = {}) =>
    check({ media: [makeMedia({ width, height, ...more })] });
  expect(of(5000, 5000)).toEqual([]);
  expect(of(5000, 5001)).toMatchObject([{ field: 'media_ids.0', rule: 'image.sides', measured: 10_001 }]);
  expect(of(2000, 100)).toEqual([]);
  expect(of(100, 2001)).toMatchObject([{ field: 'media_ids.0', rule: 'image.ratio' }]);
  expect(of(null, 10_001)).toEqual([]);
  for (const more of [{ kind: 'video', mimeType: 'video/mp4' }, { animated: true }])
    expect(of(100, 20_000, more)).toEqual([]);
});

test('a person is told that alt texts are not shown', () => {
  const media = [makeMedia({ altText: null }), makeMedia()];
  expect(rules.advise?.({ ...base, media }, {})).toMatchObject([
    { field: 'media_ids.1', rule: 'alt.unknown' },
  ]);
});

test('a draft with settings of wrong types is read without an exception', () => {
  for (const value of [null, 7, [], {}, 'x']) {
    const names = Object.keys(rules.settings.properties as object);
    expect(check({ settings: Object.fromEntries(names.map((name) => [name, value])) })).toBeInstanceOf(Array);
  }
});
