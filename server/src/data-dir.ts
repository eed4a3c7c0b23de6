/** The directory of DATA_DIR: made where it is missing, and refused with a sentence where it cannot serve. */
import { access, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { OperatorError } from './operator-error.ts';

export async function provideDataDir(dataDir: string): Promise<void> {
  try {
    await make(dataDir);
    // A file that may be executed would pass the next look.
    await readdir(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(await sayWhyNot(dataDir, error as NodeJS.ErrnoException));
  }
}

/** By hand, as Node's own `recursive` never comes to an end below /proc. */
async function make(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || (await stat(parent).catch(() => undefined)) !== undefined) throw error;
    await make(parent);
    await make(path);
  }
}

async function sayWhyNot(dataDir: string, { code }: NodeJS.ErrnoException): Promise<string> {
  const advice = 'set it to a directory that this user may write to.';
  const found = await stat(dataDir).catch(() => undefined);
  if (found === undefined) return `DATA_DIR is ${dataDir}, which cannot be made (${code}): ${advice}`;
  if (!found.isDirectory()) return `DATA_DIR is ${dataDir}, which is not a directory: ${advice}`;
  const [owner, user] = [found.uid, process.getuid?.()];
  return owner === user
    ? `DATA_DIR is ${dataDir}, which may not be written to (${code}): ${advice}`
    : `DATA_DIR is ${dataDir}, which belongs to user ${owner}, and this is user ${user}: run Belfry as that user, or ${advice}`;
}
