/** All SQL of comparing the stored files with the rows that name them. */
import type { Db } from '../../db/database.ts';

/** Every row that names a stored file, of all workspaces. Another table of such rows is added here alone. */
const NAMING = `(
  select 'media' as kind, id, workspace_id, name, storage_key, size from media
  union all
  select 'rendition', id, workspace_id, purpose, storage_key, size from renditions where storage_key is not null
  union all
  select 'export', id, workspace_id, 'export', storage_key, size from exports where storage_key is not null
) as naming`;

/** Whether a file that no row names may be removed: not while it is young, and not when it is not ours. */
export type Standing = 'settled' | 'arriving' | 'strange';

export interface ListedFile {
  key: string;
  size: number;
  standing: Standing;
}

/** Any constant but that of the migrations. */
const VERIFYING = 4601;

/** True when no other session has it; until the end of this one. */
export async function lockVerifying(session: Db): Promise<boolean> {
  const row = await session.row<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    VERIFYING,
  ]);
  return row?.locked === true;
}

/** Makes room for what is listed, in tables of this session alone. */
export async function beginListing(session: Db): Promise<void> {
  await session.rows(
    'create temp table listed (key text primary key, size bigint not null, standing text not null)',
  );
  // The files of later rows may lie where the listing has already been.
  await session.rows(`create temp table newest as select kind, max(id) as id from ${NAMING} group by kind`);
}

export async function noteListed(session: Db, files: readonly ListedFile[]): Promise<void> {
  await session.rows(
    `insert into listed select * from unnest($1::text[], $2::bigint[], $3::text[]) on conflict do nothing`,
    [files.map(({ key }) => key), files.map(({ size }) => size), files.map(({ standing }) => standing)],
  );
}

export async function endListing(session: Db): Promise<void> {
  await session.rows('analyze listed');
}

export type ListedCounts = Record<Standing | 'files' | 'rows', number>;

/** How many files were listed, how many rows name one, and how many files no row names, by their standing. */
export async function countListed(session: Db): Promise<ListedCounts | undefined> {
  await session.rows(
    `create temp table orphans as select key, standing from listed
     where not exists (select from ${NAMING} where naming.storage_key = listed.key)`,
  );
  await session.rows('create index on orphans (key)');
  await session.rows('analyze orphans');
  return session.row(
    `select (select count(*) from listed) as files, (select count(*) from ${NAMING}) as rows,
       count(*) filter (where standing = 'settled') as settled,
       count(*) filter (where standing = 'arriving') as arriving,
       count(*) filter (where standing = 'strange') as strange
     from orphans`,
  );
}

/** The next settled files, by key, that no row named when they were counted; and whether one does at this moment. */
export async function pageOrphans(
  session: Db,
  after: string,
  limit: number,
): Promise<{ key: string; named: boolean }[]> {
  // The page is small and asked for first: so the rows, which have no index by key, are read through once.
  return session.rows(
    `with page as materialized (
       select key from orphans where standing = 'settled' and key > $1 order by key limit $2)
     select key, count(naming.id) > 0 as named from page left join ${NAMING} on naming.storage_key = page.key
     group by key order by key`,
    [after, limit],
  );
}

export interface DamagedMedia {
  id: number;
  workspace_id: number;
  name: string;
  /** Bytes it had when it was stored. */
  size: number;
  /** Bytes its file has; null when there is none. */
  found: number | null;
}

/** Forgets what was made of media and lost its file: it is made again when it is asked for. Answers how many. */
export async function forgetLostRenditions(session: Db): Promise<number> {
  const rows = await session.rows(
    `delete from renditions r using newest
     where newest.kind = 'rendition' and r.id <= newest.id and r.storage_key is not null
       and not exists (select from listed where listed.key = r.storage_key and listed.size = r.size)
     returning r.id`,
  );
  return rows.length;
}

/** Forgets that a still could not be had: it may be now. */
export async function forgetFailedStills(session: Db): Promise<void> {
  await session.rows("delete from renditions where purpose = 'poster' and storage_key is null");
}

/** Media of before the listing whose file was not listed, or with another size: how many, and the first of them. */
export async function findDamaged(
  session: Db,
  limit: number,
): Promise<{ total: number; first: DamagedMedia[] }> {
  const rows = await session.rows<DamagedMedia & { total: number }>(
    `select naming.id, workspace_id, name, naming.size, listed.size as found, count(*) over () as total
     from ${NAMING} join newest on newest.kind = naming.kind and naming.id <= newest.id
       left join listed on listed.key = naming.storage_key
     where naming.kind = 'media' and listed.size is distinct from naming.size order by naming.id limit $1`,
    [limit],
  );
  return { total: rows[0]?.total ?? 0, first: rows.map(({ total, ...media }) => media) };
}

/** Every key that a row names, of the moment at which the transaction began to read. */
export async function* listNamedKeys(tx: Db): AsyncGenerator<string> {
  await tx.rows(`declare named no scroll cursor for select distinct storage_key from ${NAMING} order by 1`);
  for (;;) {
    const rows = await tx.rows<{ storage_key: string }>('fetch 1000 from named');
    for (const { storage_key } of rows) yield storage_key;
    if (rows.length === 0) return;
  }
}
