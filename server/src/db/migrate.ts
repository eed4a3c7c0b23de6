/** Brings the schema up to date: numbered plain SQL files, each applied once, all in one transaction. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { Database, Db } from './database.ts';

const DIRECTORY = join(import.meta.dirname, '../../migrations');
/** Any constant: whoever migrates holds it, so that two starts at once do not meet. */
const LOCK = 4600;

/** For a table that is in use: whoever comes to it after us waits behind us. */
const PATIENCE = '5s';
/** The oldest major version that Belfry is tested with. */
const LEAST = 15;
const LOCK_NOT_AVAILABLE = '55P03';

/** Names of the migrations applied by this call. */
export async function migrate(database: Database): Promise<string[]> {
  return database.bulk((tx) => migrateWithin(tx));
}

/** As {@link migrate}, in a transaction of the caller's; `only`: no others than these. */
export async function migrateWithin(tx: Db, only?: readonly string[]): Promise<string[]> {
  await requireServer(tx);
  await lockMigrations(tx);
  const missing = await findMissing(tx, only ?? (await listMigrations()));
  if (missing.length > 0) await tx.rows(`set local lock_timeout = '${PATIENCE}'`);
  for (const file of missing) await apply(tx, file);
  return missing;
}

/** Until the transaction ends, nobody else migrates. */
export async function lockMigrations(tx: Db): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1)', [LOCK]);
}

async function requireServer(tx: Db): Promise<void> {
  const server = await tx.row<{ version: string }>(`select current_setting('server_version') as version`);
  requireMajor(server?.version ?? '');
}

export function requireMajor(version: string): void {
  if (Number.parseInt(version, 10) >= LEAST) return;
  throw new OperatorError(
    `DATABASE_URL leads to PostgreSQL ${version}, and Belfry needs ${LEAST} or newer: upgrade it, or name another.`,
  );
}

/** True when every migration this program knows has been applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const files = await listMigrations();
  const found = await db.row<{ count: number }>(
    'select count(*)::int as count from migrations where name = any($1)',
    [files],
  );
  return found?.count === files.length;
}

/** False: the direct connection leads to another database than the pooler. */
export async function isOneDatabase(database: Database): Promise<boolean> {
  const find = async (db: Db) =>
    (await isBegun(db)) ? (await db.row<{ origin: string }>(ORIGIN))?.origin : undefined;
  return (await find(database)) === (await database.session(find));
}

/** No two databases were ever begun in the same microsecond, under the same number. */
const ORIGIN = `select concat(d.oid, ' ', (select min(applied_at) from migrations)) as origin
  from pg_database d where d.datname = current_database()`;

/** Of a database, measured by the migrations this program knows. */
export type SchemaState = 'same' | 'older' | 'newer';

export async function compareSchema(db: Db): Promise<SchemaState> {
  if (!(await isBegun(db))) return 'older';
  if ((await listUnknown(db)).length > 0) return 'newer';
  return (await isMigrated(db)) ? 'same' : 'older';
}

/** Migrations that were applied to a database and that this program does not have. */
export async function listUnknown(db: Db): Promise<string[]> {
  if (!(await isBegun(db))) return [];
  const found = await db.rows<{ name: string }>(
    'select name from migrations where name <> all($1) order by name',
    [await listMigrations()],
  );
  return found.map(({ name }) => name);
}

/** False where Belfry was never started. */
async function isBegun(db: Db): Promise<boolean> {
  const made = await db.row<{ is: boolean }>(`select to_regclass('migrations') is not null as "is"`);
  return made?.is === true;
}

/** All that this program knows, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).sort();
}

async function findMissing(tx: Db, files: readonly string[]): Promise<string[]> {
  await tx.rows(`create table if not exists migrations (
    name text primary key, applied_at timestamptz not null default now())`);
  const applied = await tx.rows<{ name: string }>('select name from migrations');
  const known = new Set(applied.map(({ name }) => name));
  return files.filter((name) => !known.has(name));
}

async function apply(tx: Db, file: string): Promise<void> {
  await applyAtOnce(tx, file).catch((error: Error & { code?: unknown }) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new OperatorError(
      'The tables could not be brought up to date, as somebody has used them for long: a backup that is being taken, ' +
        'or a transaction that was left open. Nothing was changed; start again when that has ended.',
    );
  });
}

async function applyAtOnce(tx: Db, file: string): Promise<void> {
  const sql = await readFile(join(DIRECTORY, file), 'utf8');
  // A body of its own: a prepared statement can hold one command only.
  await tx.rows(`do $migration$ begin execute ${quote(sql)}; end $migration$`);
  await tx.rows('insert into migrations (name) values ($1)', [file]);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
