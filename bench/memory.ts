import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figures.ts';
import { startService } from './harness.ts';

export const title = 'resident memory at rest, against a Node that does nothing';

/** Milliseconds for which nothing is asked before the memory is read. */
const REST = 30_000;

export async function measure(): Promise<Figure[]> {
  await using service = await startService();
  await service.call('GET', '/api/public/v1/posts');
  const idle = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
  await sleep(REST);
  const bare = await readMemory([idle.pid as number], 'Rss');
  idle.kill();
  const [, ...others] = await findFamily(service.pid);
  const node = await readMemory([service.pid], 'Rss');
  const all = node + (await readMemory(others, 'Pss'));
  return [
    { name: 'Node', reached: node, unit: 'MB', goal: { most: 130 } },
    { name: 'Node and PostgreSQL', reached: all, unit: 'MB', goal: { most: 200 } },
    { name: 'a Node that does nothing', reached: bare, unit: 'MB' },
    { name: 'ratio', reached: all / bare, unit: '×' },
  ];
}

/**
 * Megabytes of these processes. Pss shares out what processes share, as those of PostgreSQL do. Node's program
 * may be shared with other Nodes of this machine; a machine with Belfry alone has none, hence its Rss.
 */
async function readMemory(pids: readonly number[], kind: 'Rss' | 'Pss'): Promise<number> {
  const rollups = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')));
  const kilobytes = rollups.map((text) => Number(new RegExp(`^${kind}: +(\\d+) kB$`, 'm').exec(text)?.[1]));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** The process, then all its descendants. */
async function findFamily(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const parent = /^.*\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}
