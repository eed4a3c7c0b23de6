import { expect, test } from 'vitest';
import { isEmpty } from './schedulable.ts';

test.each([
  [{ text: '', media: [] }, true],
  [{ text: ' \n', media: [] }, true],
  [{ text: '', media: [1] }, false],
  [{ text: 'a', media: [] }, false],
])('a target with %j has nothing to publish: %s', (version, expected) => {
  expect(isEmpty(version)).toBe(expected);
});
