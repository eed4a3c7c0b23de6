/**
 * The data directory and the database with which a process works. This loads little of Belfry, so that a start reports an
 * operator's mistake at once.
 */
import type { Logger } from 'pino';
import { requireNoHalfRestore } from '../backup/index.ts';
import { provideDataDir } from '../base/data-dir.ts';
import { OperatorError } from '../base/operator-error.ts';
import { OLDEST_BESIDE, type Release, readRelease } from '../base/version.ts';
import type { Config } from '../config/index.ts';
import { type SyncedClock, startClock } from '../db/clock.ts';
import { type Connection, type Database, openDatabase } from '../db/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../db/embedded.ts';
import { isOneDatabase } from '../db/migrate.ts';
import { upgrade } from '../db/releases.ts';

export interface Installation extends AsyncDisposable {
  db: Database;
  /** Undefined: the database is that of DATABASE_URL. */
  embedded: EmbeddedPostgres | undefined;
  clock: SyncedClock;
  release: Release;
}

/** `open` replaces {@link openDatabase}. */
export async function openInstallation(
  config: Config,
  log: Logger,
  open = openDatabase,
): Promise<Installation> {
  await provideDataDir(config.dataDir);
  await requireNoHalfRestore(config.dataDir);
  await using parts = new AsyncDisposableStack();
  const embedded = config.databaseUrl === undefined ? await startOwnDatabase(config, log) : undefined;
  parts.defer(async () => embedded?.stop());
  const connection: Connection = embedded?.connection ?? { connectionString: config.databaseUrl as string };
  const db = open(connection, {
    direct:
      config.databaseDirectUrl === undefined ? undefined : { connectionString: config.databaseDirectUrl },
    onPolling: (channel, isPolling) => logPolling(log, channel, isPolling),
  });
  parts.defer(() => db.close());
  const release = await readRelease();
  const clock = await prepare(db, log, release);
  await requireOneDatabase(config, db);
  const kept = parts.move();
  return { db, embedded, clock, release, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function startOwnDatabase(config: Config, log: Logger): Promise<EmbeddedPostgres> {
  return startEmbedded({ dataDir: config.dataDir, log: (line) => log.debug({ from: 'postgres' }, line) });
}

function logPolling(log: Logger, channel: string, isPolling: boolean): void {
  if (isPolling) {
    log.warn(
      { channel },
      'notifications of the database do not arrive, so Belfry polls it each second; ' +
        'if DATABASE_URL leads to a pooler, set DATABASE_DIRECT_URL',
    );
  } else log.info({ channel }, 'notifications of the database arrive again');
}

async function prepare(db: Database, log: Logger, { version }: Release): Promise<SyncedClock> {
  const applied = await upgrade(db, { version, oldestBeside: OLDEST_BESIDE });
  // A first start prints the important lines on the screen. An upgrade is logged.
  const isFirst = applied[0]?.startsWith('0001') === true;
  if (applied.length > 0) log[isFirst ? 'debug' : 'info']({ applied }, 'migrated');
  return startClock(db);
}

/** With two databases, notifications would not arrive, and the verification of media would not find their rows. */
async function requireOneDatabase({ databaseDirectUrl }: Config, db: Database): Promise<void> {
  if (databaseDirectUrl === undefined || (await isOneDatabase(db))) return;
  throw new OperatorError(
    'DATABASE_DIRECT_URL and DATABASE_URL name different databases. Set both to the same database.',
  );
}
