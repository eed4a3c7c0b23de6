/** Media as adapters get them: within what the network takes, and without what an image tells of its maker. */
import type { ImageBounds } from '@belfry/networks/core/images.ts';
import type { Media } from '@belfry/networks/core/network.ts';
import type { Context } from '../context.ts';
import { isStorageFull, NoSuchFile, StorageUnavailable } from '../files/files.ts';
import { FIRST_BYTE_TIMEOUT } from '../files/limits.ts';
import { CannotFit } from './convert-refusal.ts';
import { signLink } from './links.ts';
import { fileNameOf } from './names.ts';
import { factsOf } from './present.ts';
import type { StoredBytes } from './renditions.ts';
import { provideRendition } from './renditions.ts';
import type { MediaRow } from './store.ts';
import { forgetRendition } from './store.ts';
import { MediaUnusable } from './unusable.ts';
import { fitImage } from './workshop.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'vault' | 'clock'>;

/**
 * The media of a post, in the order given, as a network with these bounds takes them. What was uploaded already needs no
 * bytes: a file that cannot be read or converted throws {@link MediaUnusable} when it is opened, not before.
 */
export async function openMedia(
  ctx: Ctx,
  workspaceId: number,
  rows: readonly MediaRow[],
  bounds: ImageBounds,
): Promise<Media[]> {
  const media: Media[] = [];
  let away: StorageUnavailable | undefined;
  // One after another: each conversion takes memory.
  for (const [index, row] of rows.entries()) {
    const field = `media_ids.${index}`;
    try {
      // The channel waits meanwhile: a storage that is away is not asked for each file.
      if (away !== undefined) throw away;
      const bytes = await prepareFile(ctx, workspaceId, row, bounds);
      media.push(presentFile(ctx, workspaceId, row, bytes, field));
    } catch (error) {
      if (error instanceof StorageUnavailable) away = error;
      media.push(refuseFile(row, explain(error, row, field)));
    }
  }
  return media;
}

function refuseFile(row: MediaRow, fault: MediaUnusable): Media {
  const refuse = () => {
    throw fault;
  };
  return { ...factsOf(row), name: fileNameOf(row), link: refuse, open: refuse };
}

function presentFile(ctx: Ctx, workspaceId: number, row: MediaRow, bytes: StoredBytes, field: string): Media {
  return {
    ...factsOf(row),
    name: fileNameOf({ name: row.name, mime_type: bytes.mime_type }),
    mimeType: bytes.mime_type,
    size: bytes.size,
    width: bytes.width,
    height: bytes.height,
    link: () => signLink(ctx, bytes),
    open: () => read(ctx, workspaceId, bytes.storage_key, row, field),
  };
}

/** Makes now what a network with these bounds will be given. */
export async function prepareFile(
  ctx: Pick<Ctx, 'db' | 'files' | 'config'>,
  workspaceId: number,
  row: MediaRow,
  bounds: ImageBounds,
): Promise<StoredBytes> {
  if (row.kind === 'video') return row;
  const image = { mimeType: row.mime_type, animated: row.animated };
  const name = { workspaceId, mediaId: row.id, purpose: purposeOf(bounds) };
  const made = await provideRendition(ctx, name, row.storage_key, (source, target) =>
    fitImage(workspaceId, source, image, bounds, target),
  );
  return made ?? row;
}

/** Networks with the same bounds share what was made. */
function purposeOf({ types, bytes, pixels, side }: ImageBounds): string {
  return `fit ${[...types].sort().join(',')} bytes=${bytes ?? ''} pixels=${pixels ?? ''} side=${side ?? ''}`;
}

async function* read(
  { db, files }: Pick<Context, 'db' | 'files'>,
  workspaceId: number,
  key: string,
  row: MediaRow,
  field: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* await files.read(key, undefined, FIRST_BYTE_TIMEOUT);
  } catch (error) {
    if (!(error instanceof NoSuchFile) || key === row.storage_key) throw explain(error, row, field);
    await forgetRendition(db, workspaceId, key);
    const message = `What was made of the file “${row.name}” is gone from the storage; it is made again.`;
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
    const message = `The file “${name}” cannot be made into what the network takes: ${error.message}`;
    return new MediaUnusable(message, { isFinal: true, field }, cause);
  }
  const message = isStorageFull(error)
    ? `No room is left to make the file “${name}” into what the network takes.`
    : `The file “${name}” cannot be read at the moment.`;
  return new MediaUnusable(message, { isFinal: false, field }, cause);
}
