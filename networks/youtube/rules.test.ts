import { expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import { checkSchedulable } from '../core/images.ts';
import type { Version } from '../core/limits.ts';
import type { Media } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { youtubeRules as rules } from './rules.ts';
import { titleOf } from './settings.ts';

const media = [makeMedia({ kind: 'video' })];

function check(version: Partial<Version>) {
  return checkVersion(rules, {}, { text: 'Bells', settings: { made_for_kids: false }, media, ...version });
}

test('a post needs a video, and has no images', () => {
  expect(check({})).toEqual([]);
  expect(check({ media: [] })).toMatchObject([{ rule: 'media.min' }]);
  expect(check({ media: [makeMedia()] })).toMatchObject([{ rule: 'images.max' }]);
});

test('the description is counted in bytes', () => {
  expect(check({ text: 'ü'.repeat(2500) })).toEqual([]);
  expect(check({ text: `${'ü'.repeat(2500)}x` })).toMatchObject([{ rule: 'text.max', measured: 5001 }]);
});

test.each([
  ['the first line', 'One bell\nand two', undefined, 'One bell'],
  ['a setting', 'One bell', 'Two bells', 'Two bells'],
  ['a line without signs that YouTube refuses', ' <b>Bells</b>', undefined, 'bBells/b'],
  ['a long line, cut', 'x'.repeat(101), undefined, 'x'.repeat(100)],
  ['a long line, not cut inside a character', `${'x'.repeat(99)}🔔`, undefined, 'x'.repeat(99)],
  ['a long line, not cut inside a family', `${'x'.repeat(95)}👨‍👩‍👧‍👦 rest`, undefined, 'x'.repeat(95)],
  [
    'a long line that fits to its last emoji',
    `${'x'.repeat(89)}👨‍👩‍👧‍👦 rest`,
    undefined,
    `${'x'.repeat(89)}👨‍👩‍👧‍👦`,
  ],
])('the title is %s', (_, text, setting, title) => {
  expect(titleOf(text, setting)).toBe(title);
});

test('a video needs a title of at most 100 UTF-16 units', () => {
  expect(check({ text: ' \n' })).toMatchObject([{ field: 'settings.title', rule: 'title.min' }]);
  expect(check({ settings: { title: '🔔'.repeat(50) } })).toEqual([]);
  expect(check({ settings: { title: '🔔'.repeat(51) } })).toMatchObject([
    { rule: 'title.max', measured: 102 },
  ]);
});

test('the signs < and > are refused where they stand', () => {
  expect(check({ text: 'a > b' })).toMatchObject([{ field: 'content', measured: '>' }]);
  expect(check({ settings: { title: 'a < b' } })).toMatchObject([{ field: 'settings.title' }]);
  expect(check({ settings: { tags: ['<'] } })).toMatchObject([{ field: 'settings.tags' }]);
});

test('tags are counted with their commas, and with quotes if they have spaces', () => {
  const tags = (...lengths: number[]) => lengths.map((length) => 'x'.repeat(length));
  expect(check({ settings: { tags: tags(100, 100, 100, 100, 96) } })).toEqual([]);
  expect(check({ settings: { tags: tags(100, 100, 100, 100, 97) } })).toMatchObject([
    { rule: 'tags.max', measured: 501 },
  ]);
  expect(check({ settings: { tags: [...tags(100, 100, 100, 100, 91), 'a b'] } })).toMatchObject([
    { rule: 'tags.max', measured: 501 },
  ]);
});

test.each([
  [{ made_for_kids: true }, 'comment.kids'],
  [{ visibility: 'private' }, 'comment.private'],
])('a video has no comments if it has %j', (settings, rule) => {
  const field = 'settings.first_comment';
  expect(check({ settings: { ...settings, first_comment: 'Hi' } })).toMatchObject([{ field, rule }]);
  expect(check({ settings })).toEqual([]);
});

test.each(['public', 'unlisted', undefined])('a video that is %s has comments', (visibility) => {
  const settings = { first_comment: 'Hi', made_for_kids: false, ...(visibility && { visibility }) };
  expect(check({ settings })).toEqual([]);
});

test('a cover is an image that YouTube takes', () => {
  const checkCover = (facts: Partial<Media>) =>
    check({
      settings: { cover: 7, made_for_kids: false },
      files: new Map([[7, makeMedia({ id: 7, mimeType: 'image/jpeg', ...facts })]]),
    });
  expect(checkCover({ size: 50_000_000 })).toEqual([]);
  const field = 'settings.cover';
  expect(checkCover({ size: 50_000_001 })).toMatchObject([{ field, rule: 'image.bytes' }]);
  expect(checkCover({ mimeType: 'image/gif' })).toMatchObject([{ field, rule: 'image.types' }]);
  expect(checkCover({ kind: 'video', mimeType: 'video/mp4' })).toMatchObject([{ field, rule: 'cover.kind' }]);
  expect(check({ settings: { cover: 7, made_for_kids: false } })).toEqual([]);
});

test('a cover that is too large is converted', () => {
  const cover = makeMedia({ id: 7, mimeType: 'image/webp', size: 60_000_000, width: 4000, height: 3000 });
  const settings = { cover: 7, made_for_kids: false };
  const version = { text: 'Bells', settings, media, files: new Map([[7, cover]]) };
  expect(checkSchedulable(rules, {}, version)).toEqual([]);
});

test('a draft with settings of wrong types is read without an exception', () => {
  for (const value of [null, 7, [], {}, 'x']) {
    const names = Object.keys(rules.settings.properties as object);
    expect(check({ settings: Object.fromEntries(names.map((name) => [name, value])) })).toBeInstanceOf(Array);
  }
});
