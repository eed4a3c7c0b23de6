import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import type { StubbornTasks } from '../../test/support/stubborn-child.ts';
import { ChildEnded, openChild, TookTooLong } from './child.ts';

const program = join(import.meta.dirname, '../../test/support/stubborn-child.ts');
/** Milliseconds, for orders that are meant to be done. */
const patient = 120_000;

async function findProcesses(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = stdout.split('\n').filter((line) => line.includes('stubborn-child'));
  return lines.map((line) => Number.parseInt(line, 10));
}

describe('a child', () => {
  test.each(['loop', 'wait'] as const)('is killed when it would %s for ever', async (task) => {
    const place = openChild<StubbornTasks>({ program, longest: 1 });
    await expect(place(task, [])).rejects.toThrow(TookTooLong);
    await vi.waitFor(async () => expect(await findProcesses()).toEqual([]), { timeout: 20_000 });
  });

  test('ends when it holds more memory than it may, and the next order begins another', async () => {
    const place = openChild<StubbornTasks>({ program, longest: patient });
    expect(await place('echo', ['one'])).toBe('one');
    await expect(place('hold', [500 * 2 ** 20])).rejects.toThrow(ChildEnded);
    expect(await place('echo', ['two'])).toBe('two');
  });
});
