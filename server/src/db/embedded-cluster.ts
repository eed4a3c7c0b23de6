/** Makes the cluster on the first start, and tells whether these binaries can serve the one that exists. */
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { requireName } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { type Place, run } from './embedded-guard.ts';

/** Names the superuser and the database. */
export const owner = 'belfry';

export async function provideCluster(binaries: Binaries, place: Place): Promise<void> {
  const version = await readFile(join(place.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return createCluster(binaries, place);
  if (version.trim() === binaries.major) return;
  throw new OperatorError(
    `${place.cluster} was made by PostgreSQL ${version.trim()}, and this Belfry brings ${binaries.major}: ` +
      `start the Belfry that made it, save its database, and restore that into a new directory; ` +
      `or serve the cluster with PostgreSQL ${version.trim()} and set DATABASE_URL.`,
  );
}

/** A draft takes the cluster's name only when it is complete, so an interrupted start leaves no half of one. */
async function createCluster({ dir }: Binaries, place: Place): Promise<void> {
  requireName(place.account);
  const dataDir = dirname(place.cluster);
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres.new-')) await rm(join(dataDir, name), { recursive: true, maxRetries: 5 });
  }
  const draft = { ...place, cluster: await mkdtemp(join(dataDir, 'postgres.new-')) };
  await chown(draft.cluster, place.account.uid, place.account.gid);
  await run(join(dir, 'bin/initdb'), initdbFlags, draft);
  await run(join(dir, 'bin/postgres'), singleUserFlags, draft, `create database ${owner}\n`);
  await rename(draft.cluster, place.cluster);
  await using parent = await open(dataDir);
  await parent.sync();
}

const initdbFlags = [
  `--username=${owner}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  // Whoever reaches the socket may connect: its directory is closed to all but the server's account and root.
  '--auth-local=trust',
  '--auth-host=reject',
  '--no-instructions',
];

const singleUserFlags = ['--single', '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres'];
