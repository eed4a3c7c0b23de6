import { execFile } from 'node:child_process';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import type { StubbornTasks } from '../../../test/support/stubborn-child.ts';
import { ChildExited, openChild, TaskTimeout } from './child.ts';

const program = join(import.meta.dirname, '../../../test/support/stubborn-child.ts');
/** Milliseconds, for tasks that should finish. */
const patient = 120_000;

async function findProcesses(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = stdout.split('\n').filter((line) => line.includes('stubborn-child'));
  return lines.map((line) => Number.parseInt(line, 10));
}

describe('a child', () => {
  test.each(['loop', 'wait'] as const)('is killed when its task would %s for ever', async (task) => {
    const runTask = openChild<StubbornTasks>({ program, timeout: 1 });
    await expect(runTask(task, [])).rejects.toThrow(TaskTimeout);
    await eventually(async () => expect(await findProcesses()).toEqual([]));
  });

  test('exits above its memory limit, and the next task starts another', async () => {
    const runTask = openChild<StubbornTasks>({ program, timeout: patient });
    expect(await runTask('echo', ['one'])).toBe('one');
    await expect(runTask('hold', [500 * 2 ** 20])).rejects.toThrow(ChildExited);
    expect(await runTask('echo', ['two'])).toBe('two');
  });

  test('finds its compiled code where this process does', async () => {
    enableCompileCache();
    const runTask = openChild<StubbornTasks>({ program, timeout: patient });
    expect(await runTask('findCompiledCode', [])).toBe(getCompileCacheDir() ?? 'a folder');
  });
});
