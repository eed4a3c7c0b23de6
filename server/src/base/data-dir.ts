/** Creates the directory of DATA_DIR when it is missing. Throws {@link OperatorError} when Belfry cannot use it. */
import { access, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { OperatorError } from './operator-error.ts';

export async function provideDataDir(dataDir: string): Promise<void> {
  try {
    await create(dataDir);
    // Fails for an executable file, which the check of access would accept.
    await readdir(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(await describeFailure(dataDir, error as NodeJS.ErrnoException));
  }
}

/** Not with `recursive`, because Node then never returns for a path below /proc. */
async function create(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || (await stat(parent).catch(() => undefined)) !== undefined) throw error;
    await create(parent);
    await create(path);
  }
}

async function describeFailure(dataDir: string, { code }: NodeJS.ErrnoException): Promise<string> {
  const advice = 'Set it to a directory that this user may write to.';
  const found = await stat(dataDir).catch(() => undefined);
  if (found === undefined) return `DATA_DIR is ${dataDir}, which Belfry cannot create (${code}). ${advice}`;
  if (!found.isDirectory()) return `DATA_DIR is ${dataDir}, which is not a directory. ${advice}`;
  const [owner, user] = [found.uid, process.getuid?.()];
  return owner === user
    ? `DATA_DIR is ${dataDir}, which Belfry cannot write to (${code}). ${advice}`
    : `DATA_DIR is ${dataDir}, which belongs to user ${owner}, but Belfry runs as user ${user}. Run it as user ${owner}, or set DATA_DIR to another directory.`;
}
