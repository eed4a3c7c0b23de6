/** All SQL of media. */
import type { Media } from '@belfry/contract/media.ts';
import type { CaptionsFacts, MediaFacts } from '@belfry/networks/core/limits.ts';
import type { Db, Tx } from '../../db/database.ts';
import { eventSql } from '../../events/index.ts';
import type { Probed } from '../probe/probed.ts';

export type MediaRow = Omit<Media, 'url' | 'thumbnail_url' | 'captions'> & {
  workspace_id: number;
  captions: readonly StoredCaptions[];
  storage_key: string;
};

/** `sha256`: of the WebVTT, hexadecimal. */
export type StoredCaptions = CaptionsFacts & { sha256: string };

export const MEDIA = `m.id, m.workspace_id, m.name, m.mime_type, m.kind, m.size, m.width, m.height, m.duration, m.animated,
  nullif(m.frames, 0) as frames, m.alt_text, m.storage_key, m.created_at, m.duration_ms, m.video_codec, m.audio_codec, m.frame_rate,
  m.captions`;

const READ = `select ${MEDIA} from media m where m.workspace_id = $1 and m.id = any($2::bigint[])
  order by array_position($2::bigint[], m.id)`;

/** Those of the ids that exist, in the order given. */
export async function readMedia(db: Db, workspaceId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db.rows<MediaRow>(READ, [workspaceId, ids]);
}

/** Like {@link readMedia}, in any order and for several workspaces. Locks the rows against deletion. */
export async function lockMediaForPosts(tx: Tx, named: readonly { id: number; workspace_id: number }[]) {
  if (named.length === 0) return [];
  return tx.rows<MediaRow>(
    `select ${MEDIA} from media m
     where m.id = any($2) and (m.workspace_id, m.id) in (select * from unnest($1::bigint[], $2::bigint[]))
     order by m.id for key share`,
    [named.map(({ workspace_id }) => workspace_id), named.map(({ id }) => id)],
  );
}

/** The files of a post. */
export interface PostFiles {
  /** The post's own, in order. */
  own: readonly MediaRow[];
  /** Those that its targets name, in `media_ids` or settings, by id. */
  named: ReadonlyMap<number, MediaRow>;
}

export const noFiles: PostFiles = { own: [], named: new Map() };

/** The files of each post that has any. */
export async function filesOfPosts(
  db: Db,
  workspaceId: number,
  postIds: readonly number[],
): Promise<Map<number, PostFiles>> {
  const rows = await db.rows<MediaRow & { post_id: number; position: number | null }>(
    `select a.post_id, a.position, ${MEDIA} from (
       select post_id, media_id, position from post_media where workspace_id = $1 and post_id = any($2)
       union all
       select post_id, media_id, null from post_files where workspace_id = $1 and post_id = any($2)) a
     join media m on m.id = a.media_id order by a.post_id, a.position, m.id`,
    [workspaceId, postIds],
  );
  const byPost = Map.groupBy(rows, (row) => row.post_id);
  return new Map([...byPost].map(([id, files]) => [id, groupFiles(files)]));
}

function groupFiles(rows: readonly (MediaRow & { position: number | null })[]): PostFiles {
  const [own, named] = [[] as MediaRow[], new Map<number, MediaRow>()];
  for (const row of rows) {
    if (row.position === null) named.set(row.id, row);
    else own.push(row);
  }
  return { own, named };
}

/** What only a video has, or only an animated image. */
export type MotionFacts = Pick<Probed, 'durationMs' | 'videoCodec' | 'audioCodec' | 'frameRate' | 'frames'>;

export interface MediaWrite extends Omit<MediaFacts, 'id' | 'captions' | keyof MotionFacts>, MotionFacts {
  workspaceId: number;
  /** The user who added the file. */
  userId: number;
  name: string;
  key: string;
}

const MEDIA_ADDED = eventSql('media.added', {
  media_id: 'id',
  name: 'name',
  mime_type: 'mime_type',
  size: 'size',
});

/** Also records the event. Returns undefined if the workspace would exceed `quota` bytes. */
export async function insertMedia(db: Db, media: MediaWrite, quota: number | undefined) {
  return db.row<MediaRow>(
    `with counted as (
       update workspaces set media_count = media_count + 1, media_bytes = media_bytes + $5
       where id = $1 and media_bytes + $5 <= coalesce($12, ${Number.MAX_SAFE_INTEGER}) returning id),
     added as (
       insert into media as m
         (workspace_id, name, mime_type, kind, size, width, height, duration, animated, alt_text, storage_key,
          duration_ms, video_codec, audio_codec, frame_rate, frames, inspected_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $14, $15, $16, $17, $18, clock_now() from counted returning ${MEDIA}),
     recorded as (
       insert into events (workspace_id, user_id, kind, data)
       select $1, $13, ${MEDIA_ADDED} from added)
     select * from added`,
    [
      media.workspaceId,
      media.name,
      media.mimeType,
      media.kind,
      media.size,
      media.width,
      media.height,
      media.duration,
      media.animated,
      media.altText,
      media.key,
      quota ?? null,
      media.userId,
      media.durationMs,
      media.videoCodec,
      media.audioCodec,
      media.frameRate,
      media.frames,
    ],
  );
}

/** Bytes of all files of the workspace, without renditions. */
export async function usedBytes(db: Db, workspaceId: number): Promise<number> {
  const row = await db.row<{ media_bytes: number }>('select media_bytes from workspaces where id = $1', [
    workspaceId,
  ]);
  return row?.media_bytes ?? 0;
}

/** `total`: the number of files, without those added after `asOf`. `newest`: the highest id. */
export async function countMedia(
  db: Db,
  workspaceId: number,
  asOf: number | undefined,
): Promise<{ newest: number | null; total: number }> {
  const row = await db.row<{ newest: number | null; total: number }>(
    `select (select max(id) from media where workspace_id = $1) as newest,
       media_count - (select count(*) from media where workspace_id = $1 and id > $2) as total
     from workspaces where id = $1`,
    [workspaceId, asOf ?? Number.MAX_SAFE_INTEGER],
  );
  return row ?? { newest: null, total: 0 };
}

/** `newest`: the highest id; null: there are no files. */
export interface MediaPart {
  newest: number | null;
  offset: number;
  limit: number;
}

export async function pageMedia(db: Db, workspaceId: number, { newest, offset, limit }: MediaPart) {
  // The offset skips rows in the index. Only the rows of the page are read.
  return db.rows<MediaRow>(
    `select ${MEDIA} from (
       select id from media where workspace_id = $1 and id <= $2 order by id desc limit $4 offset $3) page
     join media m on m.id = page.id order by m.id desc`,
    [workspaceId, newest ?? 0, offset, limit],
  );
}

export async function updateMedia(
  db: Db,
  workspaceId: number,
  id: number,
  { name, altText }: { name: string; altText: string | null },
) {
  return db.row<MediaRow>(
    `update media m set name = $3, alt_text = $4 where m.workspace_id = $1 and m.id = $2 returning ${MEDIA}`,
    [workspaceId, id, name, altText],
  );
}

/** Locks the row against changes and against being attached to a post until the transaction ends. */
export async function lockMedia(tx: Tx, workspaceId: number, id: number) {
  return tx.row<MediaRow>(`select ${MEDIA} from media m where m.workspace_id = $1 and m.id = $2 for update`, [
    workspaceId,
    id,
  ]);
}

/** True if an unpublished post or a working copy has the file attached, or a target of one names it. */
export async function isNeeded(tx: Tx, workspaceId: number, id: number): Promise<boolean> {
  const row = await tx.row<{ needed: boolean }>(
    `select exists (select from posts p where p.status <> 'published' and p.id in (
       select post_id from post_media where workspace_id = $1 and media_id = $2
       union all select post_id from post_files where workspace_id = $1 and media_id = $2))
     or exists (select from working_copies where workspace_id = $1 and media_ids @> array[$2::bigint]) as needed`,
    [workspaceId, id],
  );
  return row?.needed === true;
}

/** Returns the keys of the stored file and its renditions. */
export async function deleteMedia(tx: Tx, workspaceId: number, id: number): Promise<string[]> {
  const keys = await tx.rows<{ storage_key: string }>(
    `select storage_key from media where workspace_id = $1 and id = $2
     union all select storage_key from renditions
     where workspace_id = $1 and media_id = $2 and storage_key is not null`,
    [workspaceId, id],
  );
  await tx.rows(
    `with files as (delete from post_files where workspace_id = $1 and media_id = $2)
     delete from post_media where workspace_id = $1 and media_id = $2`,
    [workspaceId, id],
  );
  await tx.rows(
    `with gone as (delete from media where workspace_id = $1 and id = $2 returning workspace_id, size)
     update workspaces w set media_count = media_count - 1, media_bytes = media_bytes - gone.size
     from gone where w.id = gone.workspace_id`,
    [workspaceId, id],
  );
  return keys.map(({ storage_key }) => storage_key);
}

/** Without a key, the file needs no rendition, or none could be made. */
export type RenditionRow =
  | { storage_key: string; mime_type: string; size: number; width: number; height: number }
  | { storage_key: null; mime_type: null; size: null; width: null; height: null };

/** Identifies a rendition. */
export interface RenditionName {
  workspaceId: number;
  mediaId: number;
  purpose: string;
}

export async function findRendition(db: Db, { workspaceId, mediaId, purpose }: RenditionName) {
  return db.row<RenditionRow>(
    `select storage_key, mime_type, size, width, height from renditions
     where workspace_id = $1 and media_id = $2 and purpose = $3`,
    [workspaceId, mediaId, purpose],
  );
}

/** False if the rendition already exists or the media was deleted. */
export async function insertRendition(
  db: Db,
  { workspaceId, mediaId, purpose }: RenditionName,
  made: RenditionRow,
): Promise<boolean> {
  const row = await db.row<{ id: number }>(
    `insert into renditions (workspace_id, media_id, purpose, storage_key, mime_type, size, width, height)
     select workspace_id, id, $3, $4, $5, $6, $7, $8 from media
     where workspace_id = $1 and id = $2 for key share
     on conflict do nothing returning id`,
    [workspaceId, mediaId, purpose, made.storage_key, made.mime_type, made.size, made.width, made.height],
  );
  return row !== undefined;
}

export async function deleteRendition(db: Db, workspaceId: number, key: string): Promise<void> {
  await db.rows('delete from renditions where workspace_id = $1 and storage_key = $2', [workspaceId, key]);
}
