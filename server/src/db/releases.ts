/** Which releases have written a database, and whether this one may run on it. */
import { OperatorError } from '../operator-error.ts';
import type { Database, Db } from './database.ts';
import { listUnknown, lockMigrations, migrateWithin } from './migrate.ts';

export interface Upgrading {
  version: string;
  /** The oldest release that may run on a database that this one has written. */
  oldestBeside: string;
}

interface Noted {
  version: string;
  oldest_beside: string;
}

/** Names of the migrations applied by this call. Throws {@link OperatorError} where this release may not run. */
export async function upgrade(database: Database, { version, oldestBeside }: Upgrading): Promise<string[]> {
  return database.bulk(async (tx) => {
    await lockMigrations(tx);
    await requireAllowed(tx, version);
    const applied = await migrateWithin(tx);
    await tx.rows(
      `insert into releases (version, oldest_beside) values ($1, $2)
       on conflict (version) do update set oldest_beside = excluded.oldest_beside`,
      [version, oldestBeside],
    );
    return applied;
  });
}

/** Why this release may not run on a database that it knows; undefined: it may. */
export async function findBar(db: Db, version: string): Promise<string | undefined> {
  const newer = (await listNewer(db, version)).find((one) => compareVersions(one.oldest_beside, version) > 0);
  if (newer === undefined) return undefined;
  return (
    `Belfry ${newer.version} has written this database, and nothing older than ${newer.oldest_beside} may run on it: ` +
    `this is ${version}.`
  );
}

async function requireAllowed(tx: Db, version: string): Promise<void> {
  const isNoted = await tx.row<{ is: boolean }>(`select to_regclass('releases') is not null as "is"`);
  const bar = isNoted?.is === true ? await findBar(tx, version) : undefined;
  if (bar !== undefined) throw new OperatorError(`${bar} ${ADVICE}`);
  const [unknown] = await listUnknown(tx);
  if (unknown === undefined || (isNoted?.is === true && (await listNewer(tx, version)).length > 0)) return;
  throw new OperatorError(
    `A newer Belfry has written this database (${unknown} is unknown here), and it did not say that ${version} may ` +
      `run on it. ${ADVICE}`,
  );
}

const ADVICE = 'Start that version, or restore a backup that this one has made. Nothing was changed.';

/** The newest first. */
async function listNewer(db: Db, version: string): Promise<Noted[]> {
  const noted = await db.rows<Noted>('select version, oldest_beside from releases');
  return noted
    .filter((one) => compareVersions(one.version, version) > 0)
    .sort((one, other) => compareVersions(other.version, one.version));
}

/** Above 0: the first is the newer one. */
function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
