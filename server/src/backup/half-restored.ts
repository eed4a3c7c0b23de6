/** Marks a data directory while a restore into it is unfinished. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../base/durable.ts';
import { OperatorError } from '../base/operator-error.ts';

const nameOf = (dataDir: string) => join(dataDir, 'half-restored');

/** From now until {@link unmark}, no service or command starts in this directory. */
export async function mark(dataDir: string, archive: string): Promise<void> {
  await writeFile(nameOf(dataDir), `${archive}\n`, { mode: 0o600, flush: true });
  await sync(dataDir);
}

export async function unmark(dataDir: string): Promise<void> {
  await rm(nameOf(dataDir), { force: true });
  await sync(dataDir);
}

/** The SHA-256 of the backup whose restore is unfinished; undefined when there is none. */
export async function findMark(dataDir: string): Promise<string | undefined> {
  const text = await readFile(nameOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

/** Throws {@link OperatorError} when a restore is unfinished. */
export async function requireNoHalfRestore(dataDir: string): Promise<void> {
  if ((await findMark(dataDir)) === undefined) return;
  throw new OperatorError(
    `A restore into ${dataDir} was interrupted, so the data is incomplete. Run npx belfry restore with the same file again.`,
  );
}
