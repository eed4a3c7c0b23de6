/** Linux's statistics of running processes. */
import { readdir, readFile, writeFile } from 'node:fs/promises';

/**
 * Memory of these processes in megabytes. Pss divides shared memory among the processes that share it, as PostgreSQL's
 * do. Node's binary may be shared with other Nodes on this machine. A machine that runs only Belfry has no other Nodes,
 * so for Node use Rss.
 */
export async function readMemory(pids: readonly number[], kind: 'Rss' | 'Pss'): Promise<number> {
  const rollups = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')));
  const kilobytes = rollups.map((text) => Number(new RegExp(`^${kind}: +(\\d+) kB$`, 'm').exec(text)?.[1]));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** The process's maximum resident memory since {@link resetPeak}, in megabytes. */
export async function readPeak(pid: number): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The process, followed by all its descendants. */
export async function findFamily(pid: number): Promise<number[]> {
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

/** CPU seconds that these processes have used so far. */
export async function readCpu(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(readTimes));
  return times.reduce((sum, { own }) => sum + own, 0);
}

/** Like {@link readCpu}, for a process and all its descendants, including those that have ended. */
export async function readCpuOfAll(pid: number): Promise<number> {
  const times = await Promise.all((await findFamily(pid)).map((each) => readTimes(each).catch(() => NONE)));
  return times.reduce((sum, { own, ended }) => sum + own + ended, 0);
}

const NONE = { own: 0, ended: 0 };

/** `ended`: of children that have ended. */
async function readTimes(pid: number): Promise<{ own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const ticks = /^.*\)(?: \S+){11} (\d+) (\d+) (\d+) (\d+)/.exec(text)?.slice(1).map(Number) ?? [];
  // The kernel reports hundredths of a second, independent of its own clock rate.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = ticks.map((count) => count / 100);
  return { own: user + system, ended: endedUser + endedSystem };
}
