/** All SQL of verification files. */
import type { Db, Tx } from '../db/database.ts';

export interface FileRow {
  name: string;
  content: string;
  updated_at: string;
}

export async function listFiles(db: Db) {
  return db.rows<FileRow>('select name, content, updated_at from verification_files order by name');
}

export async function findFile(db: Db, name: string) {
  return db.row<FileRow>('select name, content, updated_at from verification_files where name = $1', [name]);
}

export async function saveFile(tx: Tx, name: string, content: string): Promise<FileRow> {
  const row = await tx.row<FileRow>(
    `insert into verification_files (name, content) values ($1, $2)
     on conflict (name) do update set content = excluded.content, updated_at = clock_now()
     returning name, content, updated_at`,
    [name, content],
  );
  if (row === undefined) throw new Error('the file was not stored');
  return row;
}

/** False if there is none. */
export async function deleteFile(tx: Tx, name: string): Promise<boolean> {
  return (
    (await tx.row('delete from verification_files where name = $1 returning name', [name])) !== undefined
  );
}
