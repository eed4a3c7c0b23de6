/** Tells a data directory that a restore was interrupted in from one that is whole. */
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';

const nameOf = (dataDir: string) => join(dataDir, 'half-restored');

/** From now on nothing starts here, until {@link unmark}. */
export async function mark(dataDir: string, archive: string): Promise<void> {
  await using file = await open(nameOf(dataDir), 'w', 0o600);
  await file.writeFile(`${archive}\n`);
  await file.sync();
  await using directory = await open(dataDir);
  await directory.sync();
}

export async function unmark(dataDir: string): Promise<void> {
  await rm(nameOf(dataDir), { force: true });
  await using directory = await open(dataDir);
  await directory.sync();
}

/** The SHA-256 of the backup whose restore has not come to its end; undefined: none was begun. */
export async function findMark(dataDir: string): Promise<string | undefined> {
  const text = await readFile(nameOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

export async function requireWhole(dataDir: string): Promise<void> {
  if ((await findMark(dataDir)) === undefined) return;
  throw new OperatorError(
    `A restore into ${dataDir} was interrupted, so it is not whole: run "npx belfry restore" with the same file again.`,
  );
}
