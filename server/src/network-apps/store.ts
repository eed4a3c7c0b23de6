import type { Db, Tx } from '../db/database.ts';

export interface AppRow {
  id: number;
  sealed: Buffer;
}

/** The newest version. */
export async function findNewest(db: Db, family: string) {
  return db.row<AppRow>('select id, sealed from operator_apps where family = $1 order by id desc limit 1', [
    family,
  ]);
}

export async function findVersion(db: Db, family: string, id: number) {
  return db.row<AppRow>('select id, sealed from operator_apps where family = $1 and id = $2', [family, id]);
}

export async function listVersions(db: Db, family: string) {
  return db.rows<AppRow>('select id, sealed from operator_apps where family = $1 order by id desc', [family]);
}

/** When the newest version of each family was stored. */
export async function listFamilies(db: Db) {
  return db.rows<{ family: string; updated_at: string }>(
    'select family, max(created_at) as updated_at from operator_apps group by family',
  );
}

/** `seal` gets the id of the new version. */
export async function insertVersion(
  tx: Tx,
  family: string,
  seal: (id: number) => Buffer,
): Promise<{ id: number; updated_at: string }> {
  const next = await tx.row<{ id: number }>(
    "select nextval(pg_get_serial_sequence('operator_apps', 'id')) as id",
  );
  const id = Number(next?.id);
  const row = await tx.row<{ updated_at: string }>(
    `insert into operator_apps (id, family, sealed) values ($1, $2, $3) returning created_at as updated_at`,
    [id, family, seal(id)],
  );
  if (row === undefined) throw new Error('the app was not stored');
  return { id, ...row };
}

/** Locks the versions. Afterwards, no new grant can name one of them until the transaction ends. */
export async function lockVersions(tx: Tx, family: string): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    'select id from operator_apps where family = $1 order by id for update',
    [family],
  );
  return rows.map(({ id }) => id);
}

export async function deleteVersions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows('delete from operator_apps where id = any($1)', [ids]);
}

/** Keeps the version until the transaction ends. False if it was deleted. */
export async function keepVersion(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.row('select id from operator_apps where id = $1 for key share', [id]);
  return row !== undefined;
}

/**
 * Deletes versions that were replaced more than an hour ago and that no grant, sign-in or revocation names. The hour is for accounts
 * that were being connected with the replaced version.
 */
export async function deleteReplaced(db: Db): Promise<void> {
  await db.rows(
    `delete from operator_apps a
     where exists (select from operator_apps newer where newer.family = a.family and newer.id > a.id
         and newer.created_at < clock_now() - interval '1 hour')
       and not exists (select from grants g where g.app_id = a.id)
       and not exists (select from sign_ins s where s.app_id = a.id)
       and not exists (select from revocations r where r.app_id = a.id)`,
  );
}
