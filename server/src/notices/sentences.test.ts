import { expect, test } from 'vitest';
import type { Names } from './names.ts';
import { describe } from './sentences.ts';

const at = '2027-01-14T09:00:00Z';
const item = { at, post_id: null, channel_id: 1, user_id: null, moment: null, note: null };
const notice = {
  kind: 'channel.needs_reconnect',
  count: 1,
  items: [item],
  post_id: null,
  channel_id: 1,
} as const;
const locale = { language: 'en', zone: 'Europe/Berlin' } as const;

function titleOf(channels: readonly (readonly [number, string])[]): string {
  const names: Names = {
    workspace: 'Tower',
    channels: new Map(channels),
    people: new Map(),
    posts: new Map(),
  };
  return describe(notice, names, locale).title;
}

test('a sentence that begins with a name keeps its letters', () => {
  expect(titleOf([[1, 'bob']])).toBe('bob must be connected again');
});

test('a sentence that begins with the word for a missing name begins with a capital', () => {
  expect(titleOf([])).toBe('A channel must be connected again');
});
