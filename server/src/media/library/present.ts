import type { Label } from '@belfry/contract/labels.ts';
import type { LibraryMedia, Media } from '@belfry/contract/media.ts';
import { addressThumbnail } from '@belfry/contract/thumbnails.ts';
import type { MediaFacts } from '@belfry/networks/core/limits.ts';
import { makerOf } from './keys.ts';
import type { MediaRow } from './store.ts';

export function presentMedia(row: MediaRow): Media {
  return {
    id: row.id,
    name: row.name,
    mime_type: row.mime_type,
    kind: row.kind,
    size: row.size,
    width: row.width,
    height: row.height,
    duration: row.duration,
    animated: row.animated,
    frames: row.frames,
    duration_ms: row.duration_ms,
    video_codec: row.video_codec,
    audio_codec: row.audio_codec,
    frame_rate: row.frame_rate,
    alt_text: row.alt_text,
    captions: row.captions.map(({ language, sizes }) => ({ language, sizes })),
    url: `/api/v1/media/${row.id}/file`,
    thumbnail_url: addressThumbnail({ id: row.id, version: versionOfThumbnail(row) }, row.workspace_id),
    created_at: row.created_at,
  };
}

/** As the library shows it. */
export function presentInLibrary(row: MediaRow, labels: readonly Label[] = []): LibraryMedia {
  return { ...presentMedia(row), labels: [...labels] };
}

/**
 * Thumbnails of the same file and version have the same bytes. It is of the process that stored the file, since a
 * restored database may use an id again.
 */
export function versionOfThumbnail({ storage_key }: Pick<MediaRow, 'storage_key'>): string {
  return makerOf(storage_key);
}

/** The facts about a file that networks' rules check. */
export function factsOf(row: MediaRow): MediaFacts {
  return {
    id: row.id,
    kind: row.kind,
    mimeType: row.mime_type,
    size: row.size,
    width: row.width,
    height: row.height,
    duration: row.duration_ms === null ? row.duration : row.duration_ms / 1000,
    animated: row.animated,
    frames: row.frames,
    altText: row.alt_text,
    videoCodec: row.video_codec,
    audioCodec: row.audio_codec,
    frameRate: row.frame_rate,
    ...(row.captions.length > 0 && { captions: row.captions }),
  };
}
