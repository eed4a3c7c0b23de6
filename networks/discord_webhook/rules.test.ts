import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { Version } from '../core/limits.ts';
import { makeMedia } from '../testing/media.ts';
import { discordWebhookRules as rules } from './rules.ts';

function check(version: Partial<Version>) {
  return checkVersion(rules, {}, { text: 'Hello', settings: {}, media: [], ...version });
}

const MiB = 1024 * 1024;
const poll = { question: 'When?', options: ['Now'] };

describe('a post', () => {
  test.each<[string, Partial<Version>]>([
    ['text', { text: 'Hello' }],
    ['a file', { text: '', media: [makeMedia()] }],
    ['a poll', { text: '', settings: { poll } }],
  ])('may have only %s', (_, version) => expect(check(version)).toEqual([]));

  test.each(['', ' \n'])('needs more than %j', (text) => {
    expect(check({ text })).toMatchObject([{ field: 'content', rule: 'text.min' }]);
  });

  test('counts an emoji of two UTF-16 units as one', () => {
    expect(check({ text: '🔔'.repeat(2000) })).toEqual([]);
    expect(check({ text: '🔔'.repeat(2001) })).toMatchObject([{ rule: 'text.max', measured: 2001 }]);
  });
});

test('all files of a message together are less than 25 MiB', () => {
  const files = (last: number) => [9 * MiB, 9 * MiB, last].map((size) => makeMedia({ size }));
  expect(check({ media: files(7 * MiB - 65_536) })).toEqual([]);
  expect(check({ media: files(7 * MiB - 65_535) })).toMatchObject([
    { field: 'media_ids', rule: 'media.bytes', limit: 26_148_864, measured: 26_148_865 },
  ]);
});

test('an alt text is counted in code points, and reported once', () => {
  const alt = (altText: string) => check({ media: [makeMedia({ altText })] });
  expect(alt('x'.repeat(1024))).toEqual([]);
  expect(alt('👨‍👩‍👧‍👦'.repeat(147))).toMatchObject([
    { field: 'media_ids.0', rule: 'alt.max', measured: 1029 },
  ]);
  expect(alt('x'.repeat(1025))).toHaveLength(1);
});

test.each(['Clyde', 'my DISCORD bell'])('the sender cannot be called “%s”', (username) => {
  expect(check({ settings: { username } })).toMatchObject([{ field: 'settings.username' }]);
});

test('a title and a thread exclude each other', () => {
  const thread_id = '1290000000000000001';
  expect(check({ settings: { title: 'Bells' } })).toEqual([]);
  expect(check({ settings: { thread_id } })).toEqual([]);
  expect(check({ settings: { title: 'Bells', thread_id } })).toMatchObject([{ field: 'settings.thread_id' }]);
});

test('tags need a title', () => {
  const applied_tags = ['1290000000000000007'];
  expect(check({ settings: { applied_tags, title: 'Bells' } })).toEqual([]);
  expect(check({ settings: { applied_tags } })).toMatchObject([{ field: 'settings.applied_tags' }]);
});

test('a draft with settings of wrong types is read without an exception', () => {
  for (const value of [null, 7, [], {}, 'x']) {
    const names = Object.keys(rules.settings.properties as object);
    expect(check({ settings: Object.fromEntries(names.map((name) => [name, value])) })).toBeInstanceOf(Array);
  }
});
