import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

const post = (id: number, stamp = 'a') => ({ id, stamp });
const EACH = 8192;
const ALL = 1024;

test('a text is cached until its post has another stamp', () => {
  const cache = new AnswerCache();
  cache.addText(post(1), ['{', 7, '}']);
  expect(cache.findText(post(1))).toEqual(['{', 7, '}']);
  expect(cache.findText(post(1, 'b'))).toBeUndefined();
  expect(cache.findText(post(2))).toBeUndefined();
  cache.addText(post(1, 'b'), ['new']);
  expect([cache.findText(post(1)), cache.findText(post(1, 'b'))]).toEqual([undefined, ['new']]);
});

test('a long text is not cached, nor is the text that it replaced', () => {
  const cache = new AnswerCache();
  cache.addText(post(1), ['x'.repeat(EACH - 1), 1, 'x']);
  expect(cache.findText(post(1))).toBeDefined();
  cache.addText(post(1, 'b'), ['x'.repeat(EACH), 1, 'x']);
  expect([cache.findText(post(1)), cache.findText(post(1, 'b'))]).toEqual([undefined, undefined]);
});

test('the least recently used texts are dropped when there are too many', () => {
  const cache = new AnswerCache();
  for (let id = 1; id <= ALL; id += 1) cache.addText(post(id), ['x'.repeat(EACH)]);
  expect(cache.findText(post(1))).toBeDefined();
  cache.addText(post(ALL + 1), ['x']);
  expect(
    [cache.findText(post(1)), cache.findText(post(2)), cache.findText(post(3))].map(
      (text) => text !== undefined,
    ),
  ).toEqual([true, false, true]);
  // The dropped text has left room for the next small one.
  cache.addText(post(ALL + 2), ['x']);
  expect(cache.findText(post(3))).toBeDefined();
});

test('a list is cached by the text of its page, among the latest lists', () => {
  const cache = new AnswerCache();
  const list = Buffer.alloc(2 ** 20);
  for (const page of ['a', 'b', 'c']) cache.addList(page, list);
  expect(cache.findList('a')).toBe(list);
  cache.addList('d', list);
  expect(['a', 'b', 'c', 'd'].map((page) => cache.findList(page) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('a list of more than two megabytes is not cached, its page counted', () => {
  const cache = new AnswerCache();
  cache.addList('a', Buffer.alloc(2 * 2 ** 20 - 1));
  cache.addList('b', Buffer.alloc(2 * 2 ** 20));
  expect(['a', 'b'].map((page) => cache.findList(page) !== undefined)).toEqual([true, false]);
});
