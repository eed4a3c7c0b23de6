/** All SQL of backup and restore: whole tables, whatever they mean. */
import type { Readable, Writable } from 'node:stream';
import type { BulkTransaction, Db } from '../db/database.ts';
import type { Sequence, Table } from './manifest.ts';

export type TableShape = Pick<Table, 'name' | 'columns'>;

const OURS =
  "c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'";

/** Every table but the list of migrations, which the migrations make themselves. */
export async function listTables(db: Db): Promise<TableShape[]> {
  return db.rows<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where ${OURS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
}

/** Keeps migrations away from them until the transaction ends. Writers go on. */
export async function lockTables(tx: Db, tables: readonly TableShape[]): Promise<void> {
  await tx.rows(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`);
}

export interface Facts {
  now: string;
  migrations: string[];
  sealed: string;
}

export async function readFacts(db: Db): Promise<Facts | undefined> {
  return db.row<Facts>(
    `select clock_now() as now, (select array_agg(name order by name) from migrations) as migrations,
       encode(sealed, 'hex') as sealed from installation`,
  );
}

export async function listSequences(db: Db): Promise<Sequence[]> {
  return db.rows<Sequence>(
    `select c.relname as "table", a.attname as "column",
       coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass), 0) as last
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where ${OURS} and a.attidentity <> '' order by c.relname, a.attname`,
  );
}

/** Ids that were given already are not given again. */
export async function setSequences(tx: Db, sequences: readonly Sequence[]): Promise<void> {
  await tx.rows(
    `select setval(pg_get_serial_sequence(quote_ident(s.table), s.column), s.last)
     from jsonb_to_recordset($1::jsonb) as s("table" text, "column" text, last bigint) where s.last > 0`,
    [JSON.stringify(sequences)],
  );
}

export function copyOut(tx: BulkTransaction, table: TableShape): Readable & { rowCount: number } {
  return tx.copyOut(`copy ${nameColumns(table)} to stdout`);
}

export function copyIn(tx: BulkTransaction, table: TableShape): Writable {
  return tx.copyIn(`copy ${nameColumns(table)} from stdin`);
}

/** Both servers must write and read times in one way. */
export async function agreeOnDates(tx: Db): Promise<void> {
  await tx.rows("select set_config('datestyle', 'ISO, YMD', true)");
}

function nameColumns({ name, columns }: TableShape): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** True where nobody has set up anything yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  const row = await db.row<{ made: boolean }>("select to_regclass('users') is not null as made");
  if (row?.made !== true) return true;
  const found = await db.row<{ is: boolean }>('select exists (select from users) as "is"');
  return found?.is !== true;
}

/** By the note that every process makes while it runs; undefined: none was ever started on this database. */
export async function secondsSinceBeat(db: Db): Promise<number | undefined> {
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

/** A rule of the schema that stands in the way of loading tables one after the other. */
export interface Rule {
  table: string;
  name: string;
  /** As its table is altered to have it. */
  definition: string;
}

/** Takes away what ties tables together, and what refuses to write the past. Answers what {@link bringBack} needs. */
export async function setAside(tx: Db, tables: readonly TableShape[]): Promise<Rule[]> {
  const rules = await tx.rows<Rule>(
    `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OURS} and k.contype = 'f'`,
  );
  for (const { table, name } of rules) {
    await tx.rows(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`);
  }
  for (const { name } of tables) {
    await tx.rows(`alter table ${quoteName(name)} disable trigger user`);
    // What a migration wrote is in the backup as well.
    await tx.rows(`delete from ${quoteName(name)}`);
  }
  return rules;
}

/** The database looks through all rows for those that break a rule, and refuses them. */
export async function bringBack(
  tx: Db,
  tables: readonly TableShape[],
  rules: readonly Rule[],
): Promise<void> {
  for (const { table, name, definition } of rules) {
    await tx.rows(`alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`);
  }
  for (const { name } of tables) await tx.rows(`alter table ${quoteName(name)} enable trigger user`);
}

export async function countRows(tx: Db, { name }: TableShape): Promise<number> {
  const row = await tx.row<{ count: number }>(`select count(*) as count from ${quoteName(name)}`);
  return row?.count ?? 0;
}

/** So that the first queries are planned by what is there. */
export async function analyze(db: Db): Promise<void> {
  await db.rows('analyze');
}
