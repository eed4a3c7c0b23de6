/** Finds the server that another process started in a data directory. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from './database.ts';
import { owner } from './embedded-settings.ts';

type RunningServer = Connection & { host: string };

/** What the server of this cluster wrote about itself; a killed one leaves it behind. */
export async function readPidFile(cluster: string) {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', , , port, host = '', , , status = ''] = file.split('\n');
  const isReady = status.trim() === 'ready';
  return { pid: Number.parseInt(pid, 10) || undefined, port: Number(port), host, isReady };
}

/** Undefined if no server has reported that it is ready. Only a connection shows whether it still runs. */
export async function findRunning(dataDir: string): Promise<RunningServer | undefined> {
  // The socket's directory is read from the pid file, since this process may have another TMPDIR.
  const { port, host, isReady } = await readPidFile(join(dataDir, 'postgres'));
  return isReady && host !== '' ? { host, port, user: owner, database: owner } : undefined;
}
