/** The SQL of backup and restore. It treats all tables alike. */
import type { Readable, Writable } from 'node:stream';
import type { CopyTransaction, Db, Tx } from '../db/database.ts';
import { hasTable } from '../db/migrate.ts';
import type { Sequence, Table } from './manifest.ts';

export type TableShape = Pick<Table, 'name' | 'columns'>;

const OUR_TABLES =
  "c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'";

/** Every table except `migrations`, which the migrations themselves fill. */
export async function listTables(db: Db) {
  return db.rows<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where ${OUR_TABLES} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
}

/** Blocks migrations until the transaction ends, but no writers. */
export async function lockTables(tx: Tx, tables: readonly TableShape[]): Promise<void> {
  await tx.rows(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`);
}

export interface Facts {
  now: string;
  migrations: string[];
  sealed: string;
}

export async function readFacts(db: Db) {
  return db.row<Facts>(
    `select clock_now() as now, (select array_agg(name order by name) from migrations) as migrations,
       encode(sealed, 'hex') as sealed from installation`,
  );
}

export async function listSequences(db: Db) {
  return db.rows<Sequence>(
    `select c.relname as "table", a.attname as "column",
       coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass), 0) as last
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where ${OUR_TABLES} and a.attidentity <> '' order by c.relname, a.attname`,
  );
}

/** Continues the ids of the backup, so that no id is used twice. */
export async function setSequences(tx: Tx, sequences: readonly Sequence[]): Promise<void> {
  await tx.rows(
    `select setval(pg_get_serial_sequence(quote_ident(s.table), s.column), s.last)
     from jsonb_to_recordset($1::jsonb) as s("table" text, "column" text, last bigint) where s.last > 0`,
    [JSON.stringify(sequences)],
  );
}

export function copyOut(tx: CopyTransaction, table: TableShape): Readable & { rowCount: number } {
  return tx.copyOut(`copy ${nameColumns(table)} to stdout`);
}

export function copyIn(tx: CopyTransaction, table: TableShape): Writable {
  return tx.copyIn(`copy ${nameColumns(table)} from stdin`);
}

/** Both servers must use the same format for dates. */
export async function useIsoDates(tx: Tx): Promise<void> {
  await tx.rows("select set_config('datestyle', 'ISO, YMD', true)");
}

function nameColumns({ name, columns }: TableShape): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Whether the database has no user yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  if (!(await hasTable(db, 'users'))) return true;
  const found = await db.row<{ is: boolean }>('select exists (select from users) as "is"');
  return found?.is !== true;
}

/** Since the last heartbeat of any process; undefined when no process ever used this database. */
export async function secondsSinceHeartbeat(db: Db): Promise<number | undefined> {
  const made = await db.row<{ is: boolean }>(
    `select exists (select from information_schema.columns
       where table_schema = current_schema() and table_name = 'installation' and column_name = 'beat_at') as "is"`,
  );
  if (made?.is !== true) return undefined;
  const row = await db.row<{ seconds: number }>(
    'select extract(epoch from clock_now() - beat_at)::float8 as seconds from installation',
  );
  return row?.seconds;
}

/** A foreign key. It would prevent loading the tables one after the other. */
export interface ForeignKey {
  table: string;
  name: string;
  /** The SQL behind `add constraint`. */
  definition: string;
}

/**
 * Drops foreign keys, and disables the triggers that forbid changes of old rows.
 * Returns the input of {@link restoreConstraints}.
 */
export async function dropConstraints(tx: Tx, tables: readonly TableShape[]): Promise<ForeignKey[]> {
  const constraints = await tx.rows<ForeignKey>(
    `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OUR_TABLES} and k.contype = 'f'`,
  );
  for (const { table, name } of constraints) {
    await tx.rows(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`);
  }
  for (const { name } of tables) {
    await tx.rows(`alter table ${quoteName(name)} disable trigger user`);
    // The backup also has the rows that migrations insert.
    await tx.rows(`delete from ${quoteName(name)}`);
  }
  return constraints;
}

/** Adds the foreign keys again. The database then checks all rows, and refuses those that violate a constraint. */
export async function restoreConstraints(
  tx: Tx,
  tables: readonly TableShape[],
  constraints: readonly ForeignKey[],
): Promise<void> {
  for (const { table, name, definition } of constraints) {
    await tx.rows(`alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`);
  }
  for (const { name } of tables) await tx.rows(`alter table ${quoteName(name)} enable trigger user`);
}

export async function countRows(tx: Tx, { name }: TableShape): Promise<number> {
  const row = await tx.row<{ count: number }>(`select count(*) as count from ${quoteName(name)}`);
  return row?.count ?? 0;
}

/** So that the planner knows the loaded rows. */
export async function analyze(db: Db): Promise<void> {
  await db.rows('analyze');
}
