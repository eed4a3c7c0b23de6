import { expect, test } from 'vitest';
import { found, Problem } from './problem.ts';

const notFound = expect.objectContaining({ code: 'not_found' });

test('a row that exists and belongs to the caller is returned, even an empty one', () => {
  expect([found({ id: 1 }, ({ id }) => id === 1), found(0), found(true), found(null)]).toEqual([
    { id: 1 },
    0,
    true,
    null,
  ]);
});

test.each([() => found(undefined), () => found(false), () => found({ id: 1 }, ({ id }) => id === 2)])(
  'a missing row, or a row of another caller, is refused: %#',
  (find) => {
    expect(find).toThrow(Problem);
    expect(find).toThrow(notFound);
  },
);
