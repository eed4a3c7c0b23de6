import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figures.ts';
import { startService } from './harness.ts';
import { findFamily, readMemory } from './processes.ts';

export const title = 'resident memory at rest, against an idle Node';

/** Milliseconds without requests before the memory is read. */
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
    { name: 'an idle Node', reached: bare, unit: 'MB' },
    { name: 'ratio', reached: all / bare, unit: '×' },
  ];
}
