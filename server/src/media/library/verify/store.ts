/** The SQL that compares the stored files with the rows that name them. */
import type { Db, Tx } from '../../../db/database.ts';

/** Every row that names a stored file, in all workspaces. A new table with stored files must be added here. */
const NAMING = `(
  select 'media' as kind, id, workspace_id, name, storage_key, size from media
  union all
  select 'rendition', id, workspace_id, purpose, storage_key, size from renditions where storage_key is not null
  union all
  select 'export', id, workspace_id, 'export', storage_key, size from exports where storage_key is not null
  union all
  select 'card', id, workspace_id, 'card', image_key, image_size from link_cards where image_key is not null
  union all
  select 'slice', id, workspace_id, 'slice', storage_key, size from upload_slices
  union all
  select 'avatar', id, workspace_id, 'avatar', avatar_key, avatar_size from channels where avatar_key is not null
) as naming`;

/** Only settled files may be removed. A young file is `arriving`, and one with a foreign name is `strange`. */
export type FileState = 'settled' | 'arriving' | 'strange';

export interface ListedFile {
  key: string;
  size: number;
  state: FileState;
}

/** Must differ from the lock of the migrations. */
const VERIFY_LOCK = 4601;

/** Takes the lock until the session ends. False if another session has it. */
export async function lockVerifying(session: Db): Promise<boolean> {
  const row = await session.row<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    VERIFY_LOCK,
  ]);
  return row?.locked === true;
}

/** Creates temporary tables for the listing. */
export async function beginListing(session: Db): Promise<void> {
  await session.rows(
    'create temp table listed (key text primary key, size bigint not null, state text not null)',
  );
  // The listing may miss the files of rows that are inserted during it.
  await session.rows(`create temp table newest as select kind, max(id) as id from ${NAMING} group by kind`);
}

export async function noteListed(session: Db, files: readonly ListedFile[]): Promise<void> {
  await session.rows(
    `insert into listed select * from unnest($1::text[], $2::bigint[], $3::text[]) on conflict do nothing`,
    [files.map(({ key }) => key), files.map(({ size }) => size), files.map(({ state }) => state)],
  );
}

export async function endListing(session: Db): Promise<void> {
  await session.rows('analyze listed');
}

export type ListedCounts = Record<FileState | 'files' | 'rows', number>;

/** Counts the listed files, the rows that name a file, and, by state, the files that no row names. */
export async function countListed(session: Db) {
  await session.rows(
    `create temp table orphans as select key, state from listed
     where not exists (select from ${NAMING} where naming.storage_key = listed.key)`,
  );
  await session.rows('create index on orphans (key)');
  await session.rows('analyze orphans');
  return session.row<ListedCounts>(
    `select (select count(*) from listed) as files, (select count(*) from ${NAMING}) as rows,
       count(*) filter (where state = 'settled') as settled,
       count(*) filter (where state = 'arriving') as arriving,
       count(*) filter (where state = 'strange') as strange
     from orphans`,
  );
}

/** The next settled orphans, by key. `named`: a row names the file by now. */
export async function pageOrphans(session: Db, after: string, limit: number) {
  // Select the small page first. The rows have no index by key, so they are then scanned only once.
  return session.rows<{ key: string; named: boolean }>(
    `with page as materialized (
       select key from orphans where state = 'settled' and key > $1 order by key limit $2)
     select key, count(naming.id) > 0 as named from page left join ${NAMING} on naming.storage_key = page.key
     group by key order by key`,
    [after, limit],
  );
}

export interface DamagedMedia {
  id: number;
  workspace_id: number;
  name: string;
  /** Bytes when the file was stored. */
  size: number;
  /** Bytes of the file now. Null: the file is missing. */
  found: number | null;
}

/** Deletes renditions whose file is missing, so that the next request makes them again. Returns their number. */
export async function deleteLostRenditions(session: Db): Promise<number> {
  const rows = await session.rows(
    `delete from renditions r using newest
     where newest.kind = 'rendition' and r.id <= newest.id and r.storage_key is not null
       and not exists (select from listed where listed.key = r.storage_key and listed.size = r.size)
     returning r.id`,
  );
  return rows.length;
}

/** Deletes failed posters, so that the next request tries again. */
export async function deleteFailedPosters(session: Db): Promise<void> {
  await session.rows("delete from renditions where purpose = 'poster' and storage_key is null");
}

/** Media from before the listing whose file is missing or has another size: their number and the first of them. */
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

/** Every key that a row names, as of the start of the transaction's snapshot. */
export async function* listNamedKeys(tx: Tx): AsyncGenerator<string> {
  await tx.rows(`declare named no scroll cursor for select distinct storage_key from ${NAMING} order by 1`);
  for (;;) {
    const rows = await tx.rows<{ storage_key: string }>('fetch 1000 from named');
    for (const { storage_key } of rows) yield storage_key;
    if (rows.length === 0) return;
  }
}
