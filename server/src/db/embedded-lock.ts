/** Locks a data directory, so that only one Belfry uses it at a time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPidFile } from './embedded-running.ts';

export class DataDirectoryInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another Belfry (process ${pid}) uses ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirectoryInUse';
  }
}

/** Seconds, long enough for another Belfry to finish its shutdown. */
const LOCK_TIMEOUT = 5;
/** Exit code of flock(1) when the lock is taken. */
const LOCK_CONFLICT = 75;

/**
 * Locks the directory until this process, and every process that inherited the handle, has closed it. Then the kernel
 * releases the lock. Node cannot lock files, but a lock that flock(1) acquires on an inherited descriptor belongs to
 * all its holders. Without flock(1), as on macOS, PostgreSQL's own pid file must suffice.
 */
export async function lockDataDirectory(dataDir: string, timeout = LOCK_TIMEOUT): Promise<FileHandle> {
  const lock = await open(join(dataDir, 'belfry.lock'), 'a+', 0o600);
  const args = ['--wait', String(timeout), '--conflict-exit-code', String(LOCK_CONFLICT), '3'];
  const flock = spawn('flock', args, { stdio: ['ignore', 'ignore', 'ignore', lock.fd] });
  const [code] = await once(flock, 'exit').catch(() => [null]);
  if (code === LOCK_CONFLICT) {
    const holder = Number(await lock.readFile('utf8'));
    await lock.close();
    const { pid = holder } = await readPidFile(join(dataDir, 'postgres'));
    throw new DataDirectoryInUse(dataDir, isAlive(holder) ? holder : pid);
  }
  await lock.truncate();
  await lock.write(`${process.pid}\n`);
  return lock;
}

/**
 * PostgreSQL refuses to start when another process has got the pid of a killed predecessor. So this checks whether that
 * process really works in the cluster, and otherwise removes the pid file. If /proc does not show it, PostgreSQL
 * decides.
 */
export async function clearStalePid(dataDir: string, cluster: string): Promise<void> {
  const { pid } = await readPidFile(cluster);
  if (pid === undefined) return;
  if (await isZombie(pid)) return rm(join(cluster, 'postmaster.pid'));
  const directory = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  if (!directory) return;
  const { dev, ino } = await stat(cluster);
  if (directory.dev === dev && directory.ino === ino) throw new DataDirectoryInUse(dataDir, pid);
  await rm(join(cluster, 'postmaster.pid'));
}

/**
 * A zombie has ended, but its parent has not reaped it; in some containers no process ever does. Signals still reach
 * it.
 */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The state follows the name, which is in parentheses and may contain any character.
  return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
