/** The database of an installation, for a command: the service may run meanwhile, or not. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireWhole } from '../backup/half-restored.ts';
import type { Config } from '../config.ts';
import { provideDataDir } from '../data-dir.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded.ts';
import { DataDirectoryInUse } from '../db/embedded-lock.ts';
import { findRunning } from '../db/embedded-running.ts';
import { compareSchema, type SchemaState } from '../db/migrate.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { OperatorError } from '../operator-error.ts';

export interface Reached extends AsyncDisposable {
  db: Database;
}

/**
 * The one of DATABASE_URL; or the embedded one, of the service where it runs, and else started for as long as this
 * is not disposed of. Throws {@link OperatorError} when its schema is not the one of this program, unless any will do.
 */
export async function reachDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  schema: 'same' | 'any' = 'same',
): Promise<Reached> {
  await requireWhole(dataDir);
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

/** As {@link reachDatabase}, for nobody else as long as it takes; made where there is none, and of any schema. */
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

/** The one of DATABASE_URL, through the pooler that may stand before it, and past it; undefined: it is embedded. */
export function openAsService({ databaseUrl, databaseDirectUrl }: Config): Database | undefined {
  if (databaseUrl === undefined) return undefined;
  const direct = databaseDirectUrl === undefined ? undefined : { connectionString: databaseDirectUrl };
  return openDatabase({ connectionString: databaseUrl }, { ...few, direct });
}

/** Connections; the service has need of the others. */
const few = { poolSize: 2 };

async function reachEmbedded(dataDir: string, parts: AsyncDisposableStack): Promise<Database> {
  await requireCluster(dataDir);
  const running = await findAnswering(dataDir);
  if (running !== undefined) return running;
  try {
    const embedded = await startEmbedded({ dataDir });
    // Another command may have come to use this one meanwhile.
    parts.defer(() => embedded.retire());
    return openDatabase(embedded.connection, few);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    // The service, or another command, was just starting.
    const started = await findAnswering(dataDir);
    if (started !== undefined) return started;
    throw new OperatorError(`Belfry is just starting or stopping on ${dataDir}: try again in a moment.`);
  }
}

async function requireCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const found = await stat(cluster).catch(() => undefined);
  if (found !== undefined) return;
  throw new OperatorError(
    `There is no database in ${dataDir}: start Belfry once, or set DATA_DIR or DATABASE_URL as the service has it.`,
  );
}

/** With the connection over which it answered: a server that is about to retire waits for that one. */
async function findAnswering(dataDir: string): Promise<Database | undefined> {
  const connection = await findRunning(dataDir);
  if (connection === undefined) return undefined;
  const db = openDatabase(connection, few);
  try {
    await compareSchema(db);
    return db;
  } catch (error) {
    await db.close();
    // What a killed server left names one that is gone.
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

function requireSameSchema(state: SchemaState): void {
  if (state === 'older') {
    throw new OperatorError(
      'The database is not up to date: start this version of Belfry once, then try again.',
    );
  }
  if (state === 'newer') {
    throw new OperatorError('The database was made by a newer Belfry: run the command of that version.');
  }
}
