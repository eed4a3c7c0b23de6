/** Finds the server that another process started in a data directory. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from './database.ts';
import { owner } from './embedded-cluster.ts';

/** Undefined when none says that it is ready; whether it still lives, only a connection tells. */
export async function findRunning(dataDir: string): Promise<Connection | undefined> {
  const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  // TMPDIR may be another one here, so what the server itself wrote down says where its socket is.
  const [, , , port, host = '', , , status] = file.split('\n');
  if (status?.trim() !== 'ready' || host === '') return undefined;
  return { host, port: Number(port), user: owner, database: owner };
}
