/** Creates the directory of the server's socket. It is private, and short, since a socket's path may have 107 bytes. */
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../base/operator-error.ts';
import { type Account, canReach } from './embedded-account.ts';

/** Part of the socket's name, `.s.PGSQL.5432`. Our server does not listen on TCP. */
export const port = 5432;

export async function provideSocketDirectory(dataDir: string, account: Account): Promise<string> {
  const short = tmpdir().length <= 64 && (await canReach(account, tmpdir())) ? tmpdir() : '/tmp';
  const path = join(short, `belfry-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await claim(path, account);
  // A killed server leaves these files, and another process may have got its pid. This process holds the data
  // directory's lock, so no server uses them.
  await rm(join(path, `.s.PGSQL.${port}`), { force: true });
  await rm(join(path, `.s.PGSQL.${port}.lock`), { force: true });
  return path;
}

/** Another user could have created a directory of this name before us, to read our traffic with the server. */
async function claim(path: string, account: Account): Promise<void> {
  const stats = await lstat(path);
  const isOurs = stats.uid === account.uid || stats.uid === process.getuid?.();
  if (!stats.isDirectory() || !isOurs || (stats.mode & 0o077) !== 0) {
    throw new OperatorError(
      `${path} is not a private directory of this user. Remove it, or set TMPDIR to another directory.`,
    );
  }
  if (stats.uid !== account.uid) await chown(path, account.uid, account.gid);
}
