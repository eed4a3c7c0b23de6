/** Makes WebP thumbnails of files, on the first request. */
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { CannotFit } from '../convert/convert-refusal.ts';
import { makePoster } from '../convert/poster.ts';
import { provideRendition, type StoredBytes } from '../convert/renditions.ts';
import { makeThumbnail } from '../convert/workshop.ts';
import { factsOf } from '../library/present.ts';
import type { MediaRow } from '../library/store.ts';

/** The purpose under which the poster of a video is stored. */
export const POSTER = 'poster';

/** At most `width` pixels wide. Throws a 404 for a damaged file and for a video without a poster. */
export async function provideThumbnail(
  ctx: Pick<Context, 'db' | 'files' | 'config'>,
  workspaceId: number,
  media: MediaRow,
  width: number,
): Promise<StoredBytes> {
  const name = (purpose: string) => ({ workspaceId, mediaId: media.id, purpose });
  const poster =
    media.kind === 'image'
      ? media
      : await provideRendition(ctx, name(POSTER), media.storage_key, (source, target) =>
          makePoster(workspaceId, source, factsOf(media), target),
        );
  if (poster === undefined) {
    throw new Problem('not_found', { message: 'There is no still picture of this video.' });
  }
  const made = await provideRendition(ctx, name(`thumbnail ${width}`), poster.storage_key, (source, target) =>
    makeThumbnail(workspaceId, source, width, target).catch(throwNotFound),
  );
  return made ?? poster;
}

function throwNotFound(error: unknown): never {
  throw error instanceof CannotFit ? new Problem('not_found', { message: error.message }) : error;
}
