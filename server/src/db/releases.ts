/** Records which releases have written a database, and decides whether this one may run on it. */
import { OperatorError } from '../base/operator-error.ts';
import type { Database, Db, Tx } from './database.ts';
import { hasTable, listUnknown, lockMigrations, migrateWithin } from './migrate.ts';

export interface Release {
  version: string;
  /** The oldest release that may run on a database after this one has written it. */
  oldestBeside: string;
}

interface ReleaseRow {
  version: string;
  oldest_beside: string;
}

/** Returns the migrations that it applied. Throws {@link OperatorError} if this release may not run on the database. */
export async function upgrade(database: Database, { version, oldestBeside }: Release): Promise<string[]> {
  return database.transactionWithoutTimeouts(async (tx) => {
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

/** Says why this release may not run on the database, which must be migrated. Undefined: it may. */
export async function findIncompatibility(db: Db, version: string): Promise<string | undefined> {
  const newer = (await listNewer(db, version)).find((one) => compareVersions(one.oldest_beside, version) > 0);
  if (newer === undefined) return undefined;
  return (
    `Belfry ${newer.version} has written this database. Versions older than ${newer.oldest_beside} cannot run on it, ` +
    `and this is ${version}.`
  );
}

async function requireAllowed(tx: Tx, version: string): Promise<void> {
  const hasReleases = await hasTable(tx, 'releases');
  const incompatibility = hasReleases ? await findIncompatibility(tx, version) : undefined;
  if (incompatibility !== undefined) throw new OperatorError(`${incompatibility} ${ADVICE}`);
  const [unknown] = await listUnknown(tx);
  if (unknown === undefined || (hasReleases && (await listNewer(tx, version)).length > 0)) return;
  throw new OperatorError(
    `A newer Belfry has written this database (${unknown} is unknown here) and has not recorded that ${version} may ` +
      `run on it. ${ADVICE}`,
  );
}

const ADVICE = 'Start the newer version, or restore a backup that this version made. Nothing was changed.';

/** The newest first. */
async function listNewer(db: Db, version: string): Promise<ReleaseRow[]> {
  const rows = await db.rows<ReleaseRow>('select version, oldest_beside from releases');
  return rows
    .filter((one) => compareVersions(one.version, version) > 0)
    .sort((one, other) => compareVersions(other.version, one.version));
}

/** Positive if the first version is newer. */
function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
