import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { JsonObject } from '../core/json.ts';
import type { Version } from '../core/limits.ts';
import { makeMedia } from '../testing/media.ts';
import { type Kind, discordRules as rules } from './rules.ts';

function check(version: Partial<Version>, kind?: Kind) {
  const account = kind === undefined ? {} : { scopes: [kind] };
  return checkVersion(rules, account, { text: 'Hello', settings: {}, media: [], ...version });
}

/** The names of the settings at fault. */
function faulty(settings: JsonObject, kind?: Kind, version: Partial<Version> = {}): string[] {
  return check({ settings, ...version }, kind).map(({ field }) => field.replace('settings.', ''));
}

const title = 'Bells';
const thread_id = '1290000000000000001';
const applied_tags = ['1290000000000000007'];
const poll = { question: 'When?', options: ['Now'] };

test('a post needs a text, a file or a poll', () => {
  expect(check({ text: ' ' })).toMatchObject([{ field: 'content', rule: 'text.min' }]);
  expect(check({ text: '', settings: { poll } })).toEqual([]);
  expect(check({ text: '', media: [makeMedia()] })).toEqual([]);
});

test('an emoji of two UTF-16 units counts as one, in every part', () => {
  const [fit, long] = [2000, 2001].map((count) => '🔔'.repeat(count)) as [string, string];
  expect(check({ text: fit, settings: { thread: [fit] } })).toEqual([]);
  expect(check({ settings: { thread: [fit, long] } })).toMatchObject([
    { field: 'settings.thread.1', rule: 'text.max', measured: 2001 },
  ]);
});

describe.each(['forum', 'media'] as const)('a %s channel', (kind) => {
  test('needs a title or a thread', () => {
    expect(faulty({}, kind)).toEqual(['title']);
    expect(faulty({ title }, kind)).toEqual([]);
    expect(faulty({ thread_id }, kind)).toEqual([]);
  });

  test('takes tags for a new post', () => {
    expect(faulty({ title, applied_tags }, kind)).toEqual([]);
    expect(faulty({ thread_id, applied_tags }, kind)).toEqual(['applied_tags']);
  });

  test('needs more than a poll in a new post', () => {
    expect(faulty({ title, poll }, kind, { text: ' ' })).toEqual(['poll']);
    expect(faulty({ title, poll }, kind)).toEqual([]);
    expect(faulty({ title, poll }, kind, { text: '', media: [makeMedia()] })).toEqual([]);
    expect(faulty({ thread_id, poll }, kind, { text: '' })).toEqual([]);
  });
});

test.each(['text', 'announcement'] as const)('a %s channel has no titles', (kind) => {
  expect(faulty({ title }, kind)).toEqual(['title']);
  expect(faulty({ thread_id, reply_to: thread_id }, kind)).toEqual([]);
});

test('a title excludes a thread and a reply', () => {
  expect(faulty({ title, thread_id })).toEqual(['thread_id']);
  expect(faulty({ title, reply_to: thread_id })).toEqual(['reply_to']);
});

test('only messages of an announcement channel have followers', () => {
  expect(faulty({ crosspost: true }, 'announcement')).toEqual([]);
  expect(faulty({ crosspost: true })).toEqual([]);
  expect(faulty({ crosspost: false }, 'text')).toEqual([]);
  expect(faulty({ crosspost: true }, 'text')).toEqual(['crosspost']);
  expect(faulty({ crosspost: true, thread_id }, 'announcement')).toEqual(['crosspost']);
  expect(faulty({ crosspost: true, title })).toEqual(['crosspost']);
});

test('a draft with settings of wrong types is read without an exception', () => {
  for (const value of [null, 7, [], {}, 'x']) {
    const names = Object.keys(rules.settings.properties as object);
    expect(check({ settings: Object.fromEntries(names.map((name) => [name, value])) })).toBeInstanceOf(Array);
  }
});
