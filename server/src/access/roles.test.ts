import { expect, test } from 'vitest';
import { intersectChannels } from './roles.ts';

test.each([
  [null, null, null],
  [[1, 2], null, [1, 2]],
  [null, [2, 3], [2, 3]],
  [[1, 2], [2, 3], [2]],
  [[1], [3], []],
])('a member limited to %j with a key limited to %j has access to %j', (member, key, both) => {
  expect(intersectChannels(member, key)).toEqual(both);
});
