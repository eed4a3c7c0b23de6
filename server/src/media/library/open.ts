/** Opens media for adapters: within the network's bounds, and images and copied videos without metadata. */
import { MediaUnusable } from '@belfry/engine/unusable.ts';
import { type ImageBounds, placesAfter } from '@belfry/networks/core/images.ts';
import type { LimitSource } from '@belfry/networks/core/limits.ts';
import type { Captions, Media, Outgoing } from '@belfry/networks/core/network.ts';
import { conversionOf, type Transcoding } from '@belfry/networks/core/videos.ts';
import type { Context } from '../../base/context.ts';
import {
  type ByteRange,
  FIRST_BYTE_TIMEOUT,
  isStorageFull,
  NoSuchFile,
  StorageUnavailable,
} from '../../files/index.ts';
import { captionsFor } from '../captions/captions.ts';
import { CannotFit } from '../convert/convert-refusal.ts';
import { findRendition, provideRendition, type StoredBytes } from '../convert/renditions.ts';
import { CANNOT_TRANSCODE } from '../convert/transcode.ts';
import { remuxVideo } from '../convert/video-workshop.ts';
import { fitImage } from '../convert/workshop.ts';
import { signLink } from '../serve/links.ts';
import { fileNameOf } from './names.ts';
import { factsOf } from './present.ts';
import { deleteRendition, type MediaRow, type RenditionName } from './store.ts';
import { boundsFor, type FileBounds, type FilesTarget, type TargetFiles } from './target-files.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'vault' | 'clock' | 'canTranscode'>;

/** A target with its text. */
interface OpenedTarget extends FilesTarget {
  workspace_id: number;
  text: string;
}

/**
 * The files that a target shows, converted within the limits of its network. A file that cannot be read or converted
 * throws {@link MediaUnusable} only when the adapter opens it, which it skips for uploaded files.
 */
export async function openFiles(
  ctx: Ctx,
  target: OpenedTarget,
  shown: TargetFiles,
  { rules, account }: Pick<LimitSource, 'rules' | 'account'>,
): Promise<Pick<Outgoing, 'media'> & Required<Pick<Outgoing, 'files'>>> {
  const { workspace_id: workspaceId } = target;
  const captions = await captionsFor(ctx.db, workspaceId, listRows(shown), rules);
  const open = openRows(ctx, workspaceId, {
    captions,
    ...boundsFor(target.text, target, shown, { rules, account }),
  });
  const [media, files] = [[] as Media[], new Map<number, Media>()];
  // In sequence, because each conversion takes memory.
  for (const [index, row] of shown.media.entries()) media.push(await open(row, `media_ids.${index}`));
  for (const [id, { row, field }] of shown.named) files.set(id, await open(row, field));
  return { media, files };
}

function listRows({ media, named }: TargetFiles): MediaRow[] {
  return [...media, ...[...named.values()].map(({ row }) => row)];
}

/** Captions by the id of their video. */
type CaptionsOf = ReadonlyMap<number, readonly Captions[]>;

function openRows(
  ctx: Ctx,
  workspaceId: number,
  { captions, ...bounds }: FileBounds & { captions: CaptionsOf },
) {
  let unavailable: StorageUnavailable | undefined;
  return async (row: MediaRow, field: string): Promise<Media> => {
    try {
      // Do not call an unavailable store for each file, because the channel waits meanwhile.
      if (unavailable !== undefined) throw unavailable;
      const bytes = await prepareFile(ctx, workspaceId, row, bounds);
      const own = captions.get(row.id);
      return {
        ...presentFile(ctx, workspaceId, row, bytes, field),
        ...placesIn(row, bytes, bounds.image),
        ...(own !== undefined && { captions: own }),
      };
    } catch (error) {
      if (error instanceof StorageUnavailable) unavailable = error;
      return refuseFile(row, explain(error, row, field));
    }
  };
}

function refuseFile(row: MediaRow, error: MediaUnusable): Media {
  const refuse = () => {
    throw error;
  };
  const { captions: _, ...facts } = factsOf(row);
  return { ...facts, name: fileNameOf(row), link: refuse, open: refuse };
}

function presentFile(ctx: Ctx, workspaceId: number, row: MediaRow, bytes: StoredBytes, field: string): Media {
  const { captions: _, ...facts } = factsOf(row);
  return {
    ...facts,
    name: fileNameOf({ name: row.name, mime_type: bytes.mime_type }),
    mimeType: bytes.mime_type,
    size: bytes.size,
    width: bytes.width,
    height: bytes.height,
    link: () => signLink(ctx, bytes),
    open: ({ start, end = bytes.size } = { start: 0 }) => {
      const range = { start, end: Math.min(end, bytes.size) - 1 };
      return read(ctx, workspaceId, bytes, row, { field, range });
    },
  };
}

/** Of a picture that was converted to another shape. */
function placesIn(row: MediaRow, made: StoredBytes, bounds: ImageBounds): Pick<Media, 'placeOf'> {
  const isConverted = row.kind === 'image' && made.storage_key !== row.storage_key;
  if (!isConverted || !row.width || !row.height || !made.width || !made.height) return {};
  const placeOf = placesAfter(
    { width: row.width, height: row.height },
    { width: made.width, height: made.height },
    bounds,
  );
  return { ...(placeOf !== undefined && { placeOf }) };
}

/** Converts a file now for a network with these bounds. Throws {@link NotTranscoded} for what would take minutes. */
export async function prepareFile(
  ctx: Pick<Ctx, 'db' | 'files' | 'config' | 'canTranscode'>,
  workspaceId: number,
  row: MediaRow,
  bounds: FileBounds,
): Promise<StoredBytes> {
  const facts = factsOf(row);
  const isVideo = row.kind === 'video';
  const conversion = conversionIn(row, bounds);
  if (isVideo && conversion === undefined) return row;
  if (conversion?.kind === 'transcode') return findTranscoded(ctx, row, nameOf(workspaceId, row, conversion));
  const name = { workspaceId, mediaId: row.id, purpose: isVideo ? videoCopy : purposeOf(bounds.image) };
  const video = { durationMs: row.duration_ms, videoCodec: row.video_codec, audioCodec: row.audio_codec };
  const made = await provideRendition(ctx, name, row.storage_key, (source, target) =>
    isVideo
      ? remuxVideo(workspaceId, source, video, target)
      : fitImage(workspaceId, source, facts, bounds.image, target),
  );
  return made ?? row;
}

/** What a network with these bounds needs of a video, whether or not this process can make it: another one may have. */
export function conversionIn(row: MediaRow, bounds: FileBounds) {
  return conversionOf(factsOf(row), { ...bounds.video, transcodes: true });
}

/** Networks for which the same rate and size fit share a transcoded video. */
export function nameOf(workspaceId: number, { id }: MediaRow, made: Transcoding): RenditionName {
  const { rate, width, height } = made;
  return { workspaceId, mediaId: id, purpose: `video/mp4 h264 ${rate} ${width}x${height}` };
}

/** The video is not transcoded yet. `transcode-due.ts` does that. */
export class NotTranscoded extends Error {
  override readonly name = 'NotTranscoded';
}

async function findTranscoded(
  ctx: Pick<Ctx, 'db' | 'files' | 'canTranscode'>,
  { storage_key: key }: MediaRow,
  name: RenditionName,
): Promise<StoredBytes> {
  const stored = await findRendition(ctx, name);
  if (stored === undefined) {
    if ((await ctx.files.find(key)) === undefined) throw new NoSuchFile(key);
    throw new NotTranscoded(
      ctx.canTranscode
        ? 'is being converted for the network. The post waits for it.'
        : 'must be converted for the network, and this server has no ffmpeg. Ask the operator to install it.',
    );
  }
  if (stored.bytes === undefined) throw new CannotFit(CANNOT_TRANSCODE);
  return stored.bytes;
}

/** The purpose of a copy in an MP4 file. All networks share it. */
const videoCopy = 'video/mp4 copy';

/** Networks with the same bounds share a rendition. */
function purposeOf({ types, bytes, pixels, side, minSide, ratio, fit }: ImageBounds): string {
  const size = `bytes=${bytes ?? ''} pixels=${pixels ?? ''} side=${side ?? ''}`;
  const shape = ratio === undefined ? '' : ` ratio=${ratio.join('-')} ${fit ?? 'pad'}`;
  const least = minSide === undefined ? '' : ` least=${minSide}`;
  return `fit ${[...types].sort().join(',')} ${size}${shape}${least}`;
}

async function* read(
  { db, files }: Pick<Context, 'db' | 'files'>,
  workspaceId: number,
  { storage_key: key, size }: StoredBytes,
  row: MediaRow,
  { field, range }: { field: string; range: ByteRange },
): AsyncGenerator<Uint8Array> {
  if (range.start > range.end) return;
  const isWhole = range.start === 0 && range.end === size - 1;
  try {
    yield* await files.read(key, isWhole ? undefined : range, FIRST_BYTE_TIMEOUT);
  } catch (error) {
    if (!(error instanceof NoSuchFile) || key === row.storage_key) throw explain(error, row, field);
    await deleteRendition(db, workspaceId, key);
    const message = `The converted copy of the file “${row.name}” is gone from the storage. Belfry makes it again.`;
    throw new MediaUnusable(message, { isFinal: false, field }, { cause: error });
  }
}

function explain(error: unknown, { name }: MediaRow, field: string): MediaUnusable {
  const cause = { cause: error };
  if (error instanceof NoSuchFile) {
    const message = `The file “${name}” is gone from the storage: bring it back, or replace it in the post.`;
    return new MediaUnusable(message, { isFinal: true, field }, cause);
  }
  if (error instanceof CannotFit) {
    const message = `The file “${name}” cannot be converted for the network: ${error.message}`;
    return new MediaUnusable(message, { isFinal: true, field }, cause);
  }
  if (error instanceof NotTranscoded) {
    return new MediaUnusable(`The file “${name}” ${error.message}`, { isFinal: false, field }, cause);
  }
  const message = isStorageFull(error)
    ? `There is no room to convert the file “${name}” for the network.`
    : `The file “${name}” cannot be read at the moment.`;
  return new MediaUnusable(message, { isFinal: false, field }, cause);
}
