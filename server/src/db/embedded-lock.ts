/** Keeps a data directory to one Belfry at a time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export class DataDirectoryInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another Belfry (process ${pid}) runs on ${dataDir}: stop it first, or set DATA_DIR to another one.`,
    );
    this.name = 'DataDirectoryInUse';
  }
}

/** A Belfry that is just shutting down gets this long to be gone. */
const patienceSeconds = 5;
const conflict = 75;

/**
 * Locks the directory for as long as the handle, or a process that inherited it, is open: the kernel lets go
 * of the lock by itself. Node cannot lock files; but a lock that flock(1) takes on an inherited descriptor
 * belongs to all its holders. Without flock(1), as on macOS, PostgreSQL's own pid file has to do.
 */
export async function lockDataDirectory(dataDir: string): Promise<FileHandle> {
  const lock = await open(join(dataDir, 'belfry.lock'), 'a+', 0o600);
  const args = ['--wait', String(patienceSeconds), '--conflict-exit-code', String(conflict), '3'];
  const flock = spawn('flock', args, { stdio: ['ignore', 'ignore', 'ignore', lock.fd] });
  const [code] = await once(flock, 'exit').catch(() => [null]);
  if (code === conflict) {
    const holder = Number(await lock.readFile('utf8'));
    await lock.close();
    const pid = isAlive(holder) ? holder : await readPid(join(dataDir, 'postgres'));
    throw new DataDirectoryInUse(dataDir, pid ?? holder);
  }
  await lock.truncate();
  await lock.write(`${process.pid}\n`);
  return lock;
}

/**
 * PostgreSQL refuses to start when the pid of a killed predecessor has been given to another process, so
 * look whether that process really works in the cluster. Where that cannot be seen, PostgreSQL decides.
 */
export async function clearStalePid(dataDir: string, cluster: string): Promise<void> {
  const pid = await readPid(cluster);
  if (pid === undefined) return;
  if (await isZombie(pid)) return rm(join(cluster, 'postmaster.pid'));
  const workplace = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  if (!workplace) return;
  const { dev, ino } = await stat(cluster);
  if (workplace.dev === dev && workplace.ino === ino) throw new DataDirectoryInUse(dataDir, pid);
  await rm(join(cluster, 'postmaster.pid'));
}

/** Killed, and not yet taken note of by its parent: in some containers it never is. Signals still find it. */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The state stands behind the name, which is in parentheses and may hold any character.
  return /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2));
}

async function readPid(cluster: string): Promise<number | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(file, 10) || undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
