import type { Upload } from '@belfry/contract/uploads.ts';
import type { Db, Tx } from '../../db/database.ts';

export type UploadRow = Upload & { alt_text: string | null };

const UPLOAD = 'u.id, u.name, u.alt_text, u.size, u.received as "offset", u.media_id, u.expires_at';

const IS_OPEN = 'u.media_id is null and u.expires_at > clock_now()';

/** What the person and the workspace have begun and not finished. */
export interface OpenUploads {
  /** Of the person, in all workspaces. */
  count: number;
  /** Of the workspace, in bytes of whole files. */
  bytes: number;
}

export async function countOpen(db: Db, workspaceId: number, userId: number): Promise<OpenUploads> {
  const row = await db.row<OpenUploads>(
    `select (select count(*) from uploads u where u.user_id = $2 and ${IS_OPEN}) as count,
       (select coalesce(sum(u.size), 0)::bigint from uploads u where u.workspace_id = $1 and ${IS_OPEN}) as bytes`,
    [workspaceId, userId],
  );
  return row ?? { count: 0, bytes: 0 };
}

/** `hours`: until it expires. */
export async function insertUpload(
  tx: Tx,
  { workspaceId, userId }: { workspaceId: number; userId: number },
  { name, altText, size, hours }: { name: string; altText: string | null; size: number; hours: number },
): Promise<UploadRow> {
  const row = await tx.row<UploadRow>(
    `insert into uploads as u (workspace_id, user_id, name, alt_text, size, expires_at)
     values ($1, $2, $3, $4, $5, clock_now() + make_interval(hours => $6)) returning ${UPLOAD}`,
    [workspaceId, userId, name, altText, size, hours],
  );
  if (row === undefined) throw new Error('the upload was not stored');
  return row;
}

/** Identifies an upload of a person. */
export interface UploadName {
  workspaceId: number;
  userId: number;
  id: number;
}

/** Undefined if it does not exist, has expired or belongs to somebody else. */
export async function findUpload(db: Db, { workspaceId, userId, id }: UploadName) {
  return db.row<UploadRow>(
    `select ${UPLOAD} from uploads u
     where u.workspace_id = $1 and u.user_id = $2 and u.id = $3 and u.expires_at > clock_now()`,
    [workspaceId, userId, id],
  );
}

export interface Slice {
  start: number;
  size: number;
  storage_key: string;
}

/** In order. */
export async function listSlices(db: Db, workspaceId: number, uploadId: number) {
  return db.rows<Slice>(
    `select start, size, storage_key from upload_slices where workspace_id = $1 and upload_id = $2 order by start`,
    [workspaceId, uploadId],
  );
}

/** False if the upload is at another offset by now, or is gone. */
export async function addSlice(
  db: Db,
  workspaceId: number,
  uploadId: number,
  { start, size, storage_key }: Slice,
): Promise<boolean> {
  const row = await db.row<{ id: number }>(
    `with moved as (
       update uploads set received = received + $4
       where workspace_id = $1 and id = $2 and received = $3 and media_id is null returning id)
     insert into upload_slices (workspace_id, upload_id, start, size, storage_key)
     select $1, id, $3, $4, $5 from moved returning id`,
    [workspaceId, uploadId, start, size, storage_key],
  );
  return row !== undefined;
}

/** Returns the keys of its slices, whose files are needed no more. Undefined as {@link addSlice} answers false. */
export async function completeUpload(
  tx: Tx,
  workspaceId: number,
  uploadId: number,
  { start, mediaId }: { start: number; mediaId: number },
): Promise<string[] | undefined> {
  const row = await tx.row<{ id: number }>(
    `update uploads set received = size, media_id = $4
     where workspace_id = $1 and id = $2 and received = $3 and media_id is null returning id`,
    [workspaceId, uploadId, start, mediaId],
  );
  return row && deleteSlices(tx, workspaceId, uploadId);
}

async function deleteSlices(tx: Tx, workspaceId: number, uploadId: number): Promise<string[]> {
  const slices = await tx.rows<{ storage_key: string }>(
    'delete from upload_slices where workspace_id = $1 and upload_id = $2 returning storage_key',
    [workspaceId, uploadId],
  );
  return slices.map(({ storage_key }) => storage_key);
}

/** Returns the keys of its slices; undefined if it does not exist. */
export async function deleteUpload(
  tx: Tx,
  { workspaceId, userId, id }: UploadName,
): Promise<string[] | undefined> {
  const row = await tx.row<{ id: number }>(
    'select id from uploads where workspace_id = $1 and user_id = $2 and id = $3 for update',
    [workspaceId, userId, id],
  );
  if (row === undefined) return undefined;
  const keys = await deleteSlices(tx, workspaceId, id);
  await tx.rows('delete from uploads where workspace_id = $1 and id = $2', [workspaceId, id]);
  return keys;
}

/** Deletes the upload that expired first, in any workspace. Returns the keys of its slices; undefined if there is none. */
export async function deleteExpired(tx: Tx): Promise<string[] | undefined> {
  const row = await tx.row<{ id: number; workspace_id: number }>(
    `select id, workspace_id from uploads where expires_at <= clock_now()
     order by expires_at limit 1 for update skip locked`,
  );
  if (row === undefined) return undefined;
  const keys = await deleteSlices(tx, row.workspace_id, row.id);
  await tx.rows('delete from uploads where workspace_id = $1 and id = $2', [row.workspace_id, row.id]);
  return keys;
}
