/** Opens the database of an installation for a command. The service may run meanwhile. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireNoHalfRestore } from '../backup/index.ts';
import { provideDataDir } from '../base/data-dir.ts';
import { OperatorError } from '../base/operator-error.ts';
import { isUnavailable } from '../base/unavailable.ts';
import { type Config, loadConfig } from '../config/index.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded.ts';
import { DataDirectoryInUse } from '../db/embedded-lock.ts';
import { findRunning } from '../db/embedded-running.ts';
import { compareSchema, type SchemaState } from '../db/migrate.ts';

export interface Reached extends AsyncDisposable {
  db: Database;
}

/**
 * Opens the database of DATABASE_URL, or else the embedded one. If the service does not run, this starts the embedded
 * database and stops it on disposal. Throws {@link OperatorError} when the schema is not the one of this program,
 * unless `schema` is `any`.
 */
export async function reachDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Config = loadConfig(),
  schema: 'same' | 'any' = 'same',
): Promise<Reached> {
  await requireNoHalfRestore(dataDir);
  await using parts = new AsyncDisposableStack();
  const db =
    databaseUrl === undefined
      ? await reachEmbedded(dataDir, parts)
      : openDatabase({ connectionString: databaseDirectUrl ?? databaseUrl }, few);
  parts.defer(() => db.close());
  if (schema === 'same') requireSameSchema(await compareSchema(db));
  const kept = parts.move();
  return { db, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/**
 * Runs `work` with the database of {@link reachDatabase}. Another command may stop the embedded database between two
 * connections of ours. Then this runs `work` once more, with a database that it starts itself.
 */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  for (let isLast = config.databaseUrl !== undefined; ; isLast = true) {
    try {
      await using reached = await reachDatabase(config);
      return await work(reached.db);
    } catch (error) {
      if (isLast || !isUnavailable(error)) throw error;
    }
  }
}

/** Opens the database for this command alone. Creates it when it is missing, and accepts any schema. */
export async function claimDatabase({ databaseUrl, databaseDirectUrl, dataDir }: Config): Promise<Reached> {
  await provideDataDir(dataDir);
  await using parts = new AsyncDisposableStack();
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir }) : undefined;
  parts.defer(async () => embedded?.stop());
  const db = openDatabase(
    embedded?.connection ?? { connectionString: (databaseDirectUrl ?? databaseUrl) as string },
    few,
  );
  parts.defer(() => db.close());
  const kept = parts.move();
  return { db, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/**
 * Opens DATABASE_URL, and DATABASE_DIRECT_URL if it is set, as the service does. Undefined when the database is
 * embedded.
 */
export function openAsService({ databaseUrl, databaseDirectUrl }: Config): Database | undefined {
  if (databaseUrl === undefined) return undefined;
  const direct = databaseDirectUrl === undefined ? undefined : { connectionString: databaseDirectUrl };
  return openDatabase({ connectionString: databaseUrl }, { ...few, direct });
}

/** A small number of connections, because the service needs the others. */
const few = { poolSize: 2 };

async function reachEmbedded(dataDir: string, parts: AsyncDisposableStack): Promise<Database> {
  await requireCluster(dataDir);
  const running = await findAnswering(dataDir);
  if (running !== undefined) return running;
  try {
    const embedded = await startEmbedded({ dataDir });
    // Another command may use this server by then.
    parts.defer(() => embedded.retire());
    return openDatabase(embedded.connection, few);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    // The service or another command was starting at the same time.
    const started = await findAnswering(dataDir);
    if (started !== undefined) return started;
    throw new OperatorError(`Another Belfry is starting or stopping in ${dataDir}. Try again in a moment.`);
  }
}

async function requireCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const found = await stat(cluster).catch(() => undefined);
  if (found !== undefined) return;
  throw new OperatorError(
    `There is no database in ${dataDir}. Start Belfry once, or set DATA_DIR or DATABASE_URL to the values of the service.`,
  );
}

/** Keeps open the connection that answered, because a server that is about to stop waits for its end. */
async function findAnswering(dataDir: string): Promise<Database | undefined> {
  const connection = await findRunning(dataDir);
  if (connection === undefined) return undefined;
  const db = openDatabase(connection, few);
  try {
    await compareSchema(db);
    return db;
  } catch (error) {
    await db.close();
    // A killed server leaves a file with its address.
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

function requireSameSchema(state: SchemaState): void {
  if (state === 'older') {
    throw new OperatorError(
      'The database lacks migrations of this version of Belfry. Start this version once, then try again.',
    );
  }
  if (state === 'newer') {
    throw new OperatorError(
      'A newer version of Belfry has changed this database. Run the command of that version.',
    );
  }
}
