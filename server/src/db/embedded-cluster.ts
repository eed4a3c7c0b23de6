/** Creates the cluster on the first start. Later, checks that these binaries can serve it. */
import { chown, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sync } from '../base/durable.ts';
import { OperatorError } from '../base/operator-error.ts';
import { requireName } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { type Launch, run } from './embedded-guard.ts';
import { owner } from './embedded-settings.ts';

export async function provideCluster(binaries: Binaries, launch: Launch): Promise<void> {
  const version = await readFile(join(launch.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return createCluster(binaries, launch);
  if (version.trim() === binaries.major) return;
  throw new OperatorError(
    `${launch.cluster} was created by PostgreSQL ${version.trim()}, but this Belfry includes PostgreSQL ${binaries.major}. ` +
      `Start the version of Belfry that created it, make a backup, and restore the backup into a new directory. ` +
      `Or run PostgreSQL ${version.trim()} on the cluster yourself, and set DATABASE_URL.`,
  );
}

/** A draft gets the cluster's name only when it is complete, so an interrupted start leaves no partial cluster. */
async function createCluster({ dir }: Binaries, launch: Launch): Promise<void> {
  requireName(launch.account);
  const dataDir = dirname(launch.cluster);
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres.new-')) await rm(join(dataDir, name), { recursive: true, maxRetries: 5 });
  }
  const draft = { ...launch, cluster: await mkdtemp(join(dataDir, 'postgres.new-')) };
  await chown(draft.cluster, launch.account.uid, launch.account.gid);
  await run(join(dir, 'bin/initdb'), initdbFlags, draft);
  await run(join(dir, 'bin/postgres'), singleUserFlags, draft, `create database ${owner}\n`);
  await rename(draft.cluster, launch.cluster);
  await sync(dataDir);
}

const initdbFlags = [
  `--username=${owner}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  // Every user who can open the socket may connect. Only the server's account and root can enter its directory.
  '--auth-local=trust',
  '--auth-host=reject',
  '--no-instructions',
];

const singleUserFlags = ['--single', '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres'];
