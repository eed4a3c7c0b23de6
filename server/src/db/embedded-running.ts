/** Finds the server that another process started in a data directory. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from './database.ts';
import { owner } from './embedded-cluster.ts';

/** Undefined if no server has reported that it is ready. Only a connection shows whether it still runs. */
export async function findRunning(dataDir: string): Promise<Connection | undefined> {
  const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  // The socket's directory is read from the pid file, since this process may have another TMPDIR.
  const [, , , port, host = '', , , status] = file.split('\n');
  if (status?.trim() !== 'ready' || host === '') return undefined;
  return { host, port: Number(port), user: owner, database: owner };
}
