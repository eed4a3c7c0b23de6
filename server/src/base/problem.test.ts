import { expect, test } from 'vitest';
import { orNotFound, Problem } from './problem.ts';

const notFound = expect.objectContaining({ code: 'not_found' });

test('a row that exists and belongs to the caller is returned, even an empty one', () => {
  expect([
    orNotFound({ id: 1 }, ({ id }) => id === 1),
    orNotFound(0),
    orNotFound(true),
    orNotFound(null),
  ]).toEqual([{ id: 1 }, 0, true, null]);
});

test.each([
  () => orNotFound(undefined),
  () => orNotFound(false),
  () => orNotFound({ id: 1 }, ({ id }) => id === 2),
])('a missing row, or a row of another caller, is refused: %#', (find) => {
  expect(find).toThrow(Problem);
  expect(find).toThrow(notFound);
});
