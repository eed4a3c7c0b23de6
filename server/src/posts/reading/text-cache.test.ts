import { expect, test } from 'vitest';
import { TextCache } from './text-cache.ts';

const post = (id: number, stamp = 'a') => ({ id, stamp });
const EACH = 8192;
const ALL = 1024;

test('a text is kept until its post has another stamp', () => {
  const kept = new TextCache();
  kept.keep(post(1), ['{', 7, '}']);
  expect(kept.find(post(1))).toEqual(['{', 7, '}']);
  expect(kept.find(post(1, 'b'))).toBeUndefined();
  expect(kept.find(post(2))).toBeUndefined();
  kept.keep(post(1, 'b'), ['new']);
  expect([kept.find(post(1)), kept.find(post(1, 'b'))]).toEqual([undefined, ['new']]);
});

test('a long text is not kept, nor is the text that it replaced', () => {
  const kept = new TextCache();
  kept.keep(post(1), ['x'.repeat(EACH - 1), 1, 'x']);
  expect(kept.find(post(1))).toBeDefined();
  kept.keep(post(1, 'b'), ['x'.repeat(EACH), 1, 'x']);
  expect([kept.find(post(1)), kept.find(post(1, 'b'))]).toEqual([undefined, undefined]);
});

test('the least recently used texts are dropped when there are too many', () => {
  const kept = new TextCache();
  for (let id = 1; id <= ALL; id += 1) kept.keep(post(id), ['x'.repeat(EACH)]);
  expect(kept.find(post(1))).toBeDefined();
  kept.keep(post(ALL + 1), ['x']);
  expect(
    [kept.find(post(1)), kept.find(post(2)), kept.find(post(3))].map((text) => text !== undefined),
  ).toEqual([true, false, true]);
  // The dropped text has left room for the next small one.
  kept.keep(post(ALL + 2), ['x']);
  expect(kept.find(post(3))).toBeDefined();
});
