import { expect, test } from 'vitest';
import { TextCache } from './text-cache.ts';

const post = (id: number, stamp = 'a') => ({ id, stamp });
const EACH = 8192;
const ALL = 1024;

test('a text is cached until its post has another stamp', () => {
  const cache = new TextCache();
  cache.add(post(1), ['{', 7, '}']);
  expect(cache.find(post(1))).toEqual(['{', 7, '}']);
  expect(cache.find(post(1, 'b'))).toBeUndefined();
  expect(cache.find(post(2))).toBeUndefined();
  cache.add(post(1, 'b'), ['new']);
  expect([cache.find(post(1)), cache.find(post(1, 'b'))]).toEqual([undefined, ['new']]);
});

test('a long text is not cached, nor is the text that it replaced', () => {
  const cache = new TextCache();
  cache.add(post(1), ['x'.repeat(EACH - 1), 1, 'x']);
  expect(cache.find(post(1))).toBeDefined();
  cache.add(post(1, 'b'), ['x'.repeat(EACH), 1, 'x']);
  expect([cache.find(post(1)), cache.find(post(1, 'b'))]).toEqual([undefined, undefined]);
});

test('the least recently used texts are dropped when there are too many', () => {
  const cache = new TextCache();
  for (let id = 1; id <= ALL; id += 1) cache.add(post(id), ['x'.repeat(EACH)]);
  expect(cache.find(post(1))).toBeDefined();
  cache.add(post(ALL + 1), ['x']);
  expect(
    [cache.find(post(1)), cache.find(post(2)), cache.find(post(3))].map((text) => text !== undefined),
  ).toEqual([true, false, true]);
  // The dropped text has left room for the next small one.
  cache.add(post(ALL + 2), ['x']);
  expect(cache.find(post(3))).toBeDefined();
});
