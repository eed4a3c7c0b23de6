/** Chooses the user that runs PostgreSQL. PostgreSQL refuses to run as root, so root starts it as another user. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { OperatorError } from '../base/operator-error.ts';

export interface Account {
  uid: number;
  gid: number;
}

/** The best first. `nobody` is last, because other programs of the machine may run as this user, too. */
const candidates = ['belfry', 'postgres', 'nobody'];

/** An existing cluster keeps its owner, even if the machine now has a better candidate. */
export async function chooseAccount(cluster: string): Promise<Account> {
  const uid = process.getuid?.() ?? 0;
  const owner = await stat(join(cluster, 'PG_VERSION')).catch(() => undefined);
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new OperatorError(
        `${cluster} belongs to user ${owner.uid}, but Belfry runs as user ${uid}: run it as user ${owner.uid}.`,
      );
    }
    return { uid, gid: process.getgid?.() ?? 0 };
  }
  if (!owner) return unprivilegedAccount();
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  throw new OperatorError(
    `${cluster} belongs to root: run "chown -R postgres ${cluster}" (or another account) once.`,
  );
}

/** `initdb` refuses to run for a user id without a name. */
export function requireName({ uid }: Account): void {
  if (uid !== process.getuid?.()) return;
  try {
    userInfo();
  } catch {
    throw new OperatorError(
      `PostgreSQL cannot create a database as user ${uid}, who has no name on this machine: add a line to /etc/passwd, ` +
        'run Belfry as a user who has a name, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

/** Replaces the error that a root without root's capabilities gets, as in a container that dropped them. */
export function explainUnprivilegedRoot(error: unknown): unknown {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  const isRefused = ['EPERM', 'EINVAL'].includes(code ?? '') && /^(spawn|chown)/.test(syscall);
  if (process.getuid?.() !== 0 || !isRefused) return error;
  return new OperatorError(
    `PostgreSQL refuses to run as root, and this root may not start it as another user (${code}): ` +
      'run Belfry as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** True when the account may enter the path and every directory above it. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  for (let directory = await realpath(path); ; directory = dirname(directory)) {
    const { uid, gid, mode } = await stat(directory);
    const rights = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
    if ((rights & 1) === 0) return false;
    if (directory === dirname(directory)) return true;
  }
}

async function unprivilegedAccount(): Promise<Account> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of candidates) {
    const [, , uid, gid] = accounts.find((fields) => fields[0] === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new OperatorError(
    'PostgreSQL refuses to run as root: start Belfry as another user, or add a user "belfry".',
  );
}
