/** The directory of the server's socket: short, as a socket's path may have 107 bytes, and private. */
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { type Account, canReach } from './embedded-account.ts';

/** Names the socket, `.s.PGSQL.5432`; no server of ours listens on TCP. */
export const port = 5432;

export async function provideSocketDirectory(dataDir: string, account: Account): Promise<string> {
  const short = tmpdir().length <= 64 && (await canReach(account, tmpdir())) ? tmpdir() : '/tmp';
  const path = join(short, `belfry-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await claim(path, account);
  // A killed server leaves these; their pid may be another process's by now. Whoever gets here has the lock.
  await rm(join(path, `.s.PGSQL.${port}`), { force: true });
  await rm(join(path, `.s.PGSQL.${port}.lock`), { force: true });
  return path;
}

/** Any user could have made a directory of this name before us, to listen to what we say to the server. */
async function claim(path: string, account: Account): Promise<void> {
  const found = await lstat(path);
  const ours = found.uid === account.uid || found.uid === process.getuid?.();
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new OperatorError(
      `${path} is not a private directory of ours: remove it, or set TMPDIR to another place.`,
    );
  }
  if (found.uid !== account.uid) await chown(path, account.uid, account.gid);
}
