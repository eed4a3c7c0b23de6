/** Small pictures of files for screens: WebP, made when first asked for. */
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { CannotFit } from './convert-refusal.ts';
import { makePoster } from './poster.ts';
import { factsOf } from './present.ts';
import type { StoredBytes } from './renditions.ts';
import { provideRendition } from './renditions.ts';
import type { MediaRow } from './store.ts';
import { makeThumbnail } from './workshop.ts';

/** What a poster of a video is kept as. */
export const POSTER = 'poster';

/** At most `width` pixels wide. Throws 404 for what is damaged, and for a video of which there is no still. */
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
    makeThumbnail(workspaceId, source, width, target).catch(sayNone),
  );
  return made ?? poster;
}

function sayNone(error: unknown): never {
  throw error instanceof CannotFit ? new Problem('not_found', { message: error.message }) : error;
}
