import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StubbornTasks } from '../../test/support/stubborn-child.ts';
import { ChildEnded, openChild, TookTooLong } from './child.ts';

const program = join(import.meta.dirname, '../../test/support/stubborn-child.ts');
/** Milliseconds, for orders that are meant to be done. */
const patient = 120_000;

describe('a child', () => {
  test.each(['loop', 'wait'] as const)('is killed when it would %s for ever', async (task) => {
    const place = openChild<StubbornTasks>({ program, longest: 1 });
    await expect(place(task, [])).rejects.toThrow(TookTooLong);
  });

  test('ends when it holds more memory than it may, and the next order begins another', async () => {
    const place = openChild<StubbornTasks>({ program, longest: patient });
    expect(await place('echo', ['one'])).toBe('one');
    await expect(place('hold', [500 * 2 ** 20])).rejects.toThrow(ChildEnded);
    expect(await place('echo', ['two'])).toBe('two');
  });
});
