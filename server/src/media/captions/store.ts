/** All SQL of captions. `media.captions` repeats what is known of them, so that lists read no other table. */
import type { CaptionsFormat } from '@belfry/networks/core/limits.ts';
import type { Db, Tx } from '../../db/database.ts';
import { MEDIA, type MediaRow, type StoredCaptions } from '../library/store.ts';

export type Texts = Readonly<Record<CaptionsFormat, string>>;

interface Named {
  workspaceId: number;
  mediaId: number;
  language: string;
}

/** `all`: the captions of the video afterwards, in order. The row of the video must be locked. */
export async function writeCaptions(tx: Tx, named: Named, texts: Texts, all: readonly StoredCaptions[]) {
  await tx.rows(
    `insert into captions (workspace_id, media_id, language, vtt, srt) values ($1, $2, $3, $4, $5)
     on conflict (media_id, language) do update set vtt = excluded.vtt, srt = excluded.srt`,
    [named.workspaceId, named.mediaId, named.language, texts.vtt, texts.srt],
  );
  return noteCaptions(tx, named, all);
}

/** As {@link writeCaptions}. */
export async function deleteCaptions(tx: Tx, named: Named, all: readonly StoredCaptions[]) {
  await tx.rows('delete from captions where workspace_id = $1 and media_id = $2 and language = $3', [
    named.workspaceId,
    named.mediaId,
    named.language,
  ]);
  return noteCaptions(tx, named, all);
}

async function noteCaptions(tx: Tx, { workspaceId, mediaId }: Named, all: readonly StoredCaptions[]) {
  return tx.row<MediaRow>(
    `update media m set captions = $3 where m.workspace_id = $1 and m.id = $2 returning ${MEDIA}`,
    [workspaceId, mediaId, JSON.stringify(all)],
  );
}

/** As WebVTT. */
export async function readText(db: Db, { workspaceId, mediaId, language }: Named) {
  const row = await db.row<{ vtt: string }>(
    'select vtt from captions where workspace_id = $1 and media_id = $2 and language = $3',
    [workspaceId, mediaId, language],
  );
  return row?.vtt;
}

/** The texts of these videos in one format. */
export async function readTexts(
  db: Db,
  workspaceId: number,
  mediaIds: readonly number[],
  format: CaptionsFormat,
) {
  return db.rows<{ media_id: number; language: string; text: string }>(
    `select media_id, language, case $3 when 'vtt' then vtt else srt end as text from captions
     where workspace_id = $1 and media_id = any($2)`,
    [workspaceId, mediaIds, format],
  );
}
