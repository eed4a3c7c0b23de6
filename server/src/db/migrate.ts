/** Brings the schema up to date: numbered plain SQL files, each applied once, all in one transaction. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../base/operator-error.ts';
import type { Database, Db, Tx } from './database.ts';

const DIRECTORY = join(import.meta.dirname, '../../migrations');
/** Advisory lock of a migration, so that two starts do not migrate at once. Any constant. */
const MIGRATION_LOCK = 4600;

/** While a migration waits for the lock on a table, later statements on this table wait, too. */
const LOCK_TIMEOUT = '5s';
/** The oldest PostgreSQL that Belfry is tested with. */
const MIN_MAJOR_VERSION = 15;
const LOCK_NOT_AVAILABLE = '55P03';

interface MigrationOptions {
  /** Applies no other migrations than these. */
  only?: readonly string[];
  /** As PostgreSQL writes it. Tests of the timeout need not wait longer. */
  lockTimeout?: string;
}

/** Returns the names of the migrations that it applied. */
export async function migrate(database: Database, options: MigrationOptions = {}): Promise<string[]> {
  return database.transactionWithoutTimeouts((tx) => migrateWithin(tx, options));
}

/** As {@link migrate}, in the caller's transaction. */
export async function migrateWithin(
  tx: Tx,
  { only, lockTimeout = LOCK_TIMEOUT }: MigrationOptions = {},
): Promise<string[]> {
  await requireServer(tx);
  await lockMigrations(tx);
  const missing = await findMissing(tx, only ?? (await listMigrations()));
  if (missing.length > 0) await tx.rows(`set local lock_timeout = '${lockTimeout}'`);
  for (const file of missing) await apply(tx, file);
  return missing;
}

/** Until the transaction ends, no other process migrates. */
export async function lockMigrations(tx: Tx): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

async function requireServer(tx: Tx): Promise<void> {
  const server = await tx.row<{ version: string }>(`select current_setting('server_version') as version`);
  requireMajor(server?.version ?? '');
}

export function requireMajor(version: string): void {
  if (Number.parseInt(version, 10) >= MIN_MAJOR_VERSION) return;
  throw new OperatorError(
    `DATABASE_URL leads to PostgreSQL ${version}, but Belfry needs ${MIN_MAJOR_VERSION} or newer. Upgrade it, or use another server.`,
  );
}

/** True when every migration of this program has been applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const files = await listMigrations();
  const applied = await db.row<{ count: number }>(
    'select count(*)::int as count from migrations where name = any($1)',
    [files],
  );
  return applied?.count === files.length;
}

/** False when the direct connection leads to another database than the pooler. */
export async function isOneDatabase(database: Database): Promise<boolean> {
  const find = async (db: Db) =>
    (await hasTable(db, 'migrations')) ? (await db.row<{ origin: string }>(ORIGIN))?.origin : undefined;
  return (await find(database)) === (await database.session(find));
}

/** Identifies a database: by its oid and the microsecond of its first migration. */
const ORIGIN = `select concat(d.oid, ' ', (select min(applied_at) from migrations)) as origin
  from pg_database d where d.datname = current_database()`;

/** The schema of a database, compared with the migrations of this program. */
export type SchemaState = 'same' | 'older' | 'newer';

export async function compareSchema(db: Db): Promise<SchemaState> {
  if (!(await hasTable(db, 'migrations'))) return 'older';
  if ((await listUnknown(db)).length > 0) return 'newer';
  return (await isMigrated(db)) ? 'same' : 'older';
}

/** Migrations that were applied to the database but are unknown to this program. */
export async function listUnknown(db: Db): Promise<string[]> {
  if (!(await hasTable(db, 'migrations'))) return [];
  const unknown = await db.rows<{ name: string }>(
    'select name from migrations where name <> all($1) order by name',
    [await listMigrations()],
  );
  return unknown.map(({ name }) => name);
}

/** A database on which Belfry was never started has no table. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const table = await db.row<{ is: boolean }>('select to_regclass($1) is not null as "is"', [name]);
  return table?.is === true;
}

/** All migrations of this program, in the order in which they are applied. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).sort();
}

async function findMissing(tx: Tx, files: readonly string[]): Promise<string[]> {
  await tx.rows(`create table if not exists migrations (
    name text primary key, applied_at timestamptz not null default now())`);
  const applied = await tx.rows<{ name: string }>('select name from migrations');
  const known = new Set(applied.map(({ name }) => name));
  return files.filter((name) => !known.has(name));
}

async function apply(tx: Tx, file: string): Promise<void> {
  await applyAtOnce(tx, file).catch((error: Error & { code?: unknown }) => {
    if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new OperatorError(
      'The tables could not be migrated, because a running backup or an open transaction is using ' +
        'them. Nothing was changed. Start again when it has ended.',
    );
  });
}

async function applyAtOnce(tx: Tx, file: string): Promise<void> {
  const sql = await readFile(join(DIRECTORY, file), 'utf8');
  // As the body of a DO block, since a prepared statement can hold only one command.
  await tx.rows(`do $migration$ begin execute ${quote(sql)}; end $migration$`);
  await tx.rows('insert into migrations (name) values ($1)', [file]);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
