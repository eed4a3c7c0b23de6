import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const post = (id: number, stamp = 'a') => ({ id, stamp });
const EACH = 8192;
const ALL = 1024;

test('a text is kept until its post has another stamp', () => {
  const kept = new KeptAnswers();
  kept.keepText(post(1), ['{', 7, '}']);
  expect(kept.findText(post(1))).toEqual(['{', 7, '}']);
  expect(kept.findText(post(1, 'b'))).toBeUndefined();
  expect(kept.findText(post(2))).toBeUndefined();
  kept.keepText(post(1, 'b'), ['new']);
  expect([kept.findText(post(1)), kept.findText(post(1, 'b'))]).toEqual([undefined, ['new']]);
});

test('a long text is not kept, nor is the text that it replaced', () => {
  const kept = new KeptAnswers();
  kept.keepText(post(1), ['x'.repeat(EACH - 1), 1, 'x']);
  expect(kept.findText(post(1))).toBeDefined();
  kept.keepText(post(1, 'b'), ['x'.repeat(EACH), 1, 'x']);
  expect([kept.findText(post(1)), kept.findText(post(1, 'b'))]).toEqual([undefined, undefined]);
});

test('the least recently used texts are dropped when there are too many', () => {
  const kept = new KeptAnswers();
  for (let id = 1; id <= ALL; id += 1) kept.keepText(post(id), ['x'.repeat(EACH)]);
  expect(kept.findText(post(1))).toBeDefined();
  kept.keepText(post(ALL + 1), ['x']);
  expect(
    [kept.findText(post(1)), kept.findText(post(2)), kept.findText(post(3))].map(
      (text) => text !== undefined,
    ),
  ).toEqual([true, false, true]);
  // The dropped text has left room for the next small one.
  kept.keepText(post(ALL + 2), ['x']);
  expect(kept.findText(post(3))).toBeDefined();
});

test('a list is kept by the text of its page, among the latest lists', () => {
  const kept = new KeptAnswers();
  const list = Buffer.alloc(2 ** 20);
  for (const page of ['a', 'b', 'c']) kept.keepList(page, list);
  expect(kept.findList('a')).toBe(list);
  kept.keepList('d', list);
  expect(['a', 'b', 'c', 'd'].map((page) => kept.findList(page) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('a list of more than two megabytes is not kept, its page counted', () => {
  const kept = new KeptAnswers();
  kept.keepList('a', Buffer.alloc(2 * 2 ** 20 - 1));
  kept.keepList('b', Buffer.alloc(2 * 2 ** 20));
  expect(['a', 'b'].map((page) => kept.findList(page) !== undefined)).toEqual([true, false]);
});
