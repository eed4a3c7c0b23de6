/**
 * Transcodes the videos of posts that are due soon, or wait for it. It takes minutes, so it has a place of its own: one
 * video at a time in each process, and each by one process only.
 */
import { randomUUID } from 'node:crypto';
import type { Transcoding } from '@belfry/networks/core/videos.ts';
import type { Context } from '../../base/context.ts';
import { conversionIn, nameOf } from '../library/open.ts';
import { factsOf } from '../library/present.ts';
import { CannotFit } from './convert-refusal.ts';
import { FfmpegFailed } from './ffmpeg.ts';
import { type DueFile, listFiles } from './prepare.ts';
import { findRendition, keepRendition, provideRendition } from './renditions.ts';
import * as store from './store.ts';
import { transcodeVideo } from './transcode.ts';

type Ctx = Pick<Context, 'db' | 'files' | 'config' | 'networks' | 'log' | 'host' | 'canTranscode'>;

/** Twice the longest transcoding. */
const HORIZON_SECONDS = 3600;
const MAX_TARGETS_PER_ROUND = 500;
/** After these, the video is given up. Memory may have been short, so one failure proves nothing. */
const MAX_TRIES = 3;
/** Seconds until the next try, times the number of tries. */
const RETRY_DELAY = 60;
/** Milliseconds between two prolongations of a lease of a minute. */
const BEAT = 20_000;

/** `ending` kills ffmpeg. The next start of a process begins that video again. */
export async function transcodeDueSoon(ctx: Ctx, ending?: AbortSignal): Promise<void> {
  let isBusy = ctx.canTranscode;
  while (isBusy) isBusy = await transcodeOneEach(ctx, ending);
}

/** One video of each workspace, so that they take turns. False: there is none left. */
async function transcodeOneEach(ctx: Ctx, ending: AbortSignal | undefined): Promise<boolean> {
  const served = new Set<number>();
  const targets = await store.videosDueWithin(ctx.db, HORIZON_SECONDS, MAX_TARGETS_PER_ROUND);
  for await (const file of listFiles(ctx, targets)) {
    if (ending?.aborted) return false;
    const conversion = served.has(file.workspaceId) ? undefined : conversionIn(file.row, file.bounds);
    if (conversion?.kind !== 'transcode') continue;
    if (await transcodeUnlessTaken(ctx, file, conversion, ending)) served.add(file.workspaceId);
  }
  return served.size > 0;
}

/** False: there is nothing to do now. */
async function transcodeUnlessTaken(
  ctx: Ctx,
  { workspaceId, row }: DueFile,
  transcoding: Transcoding,
  ending: AbortSignal | undefined,
): Promise<boolean> {
  const name = nameOf(workspaceId, row, transcoding);
  if ((await findRendition(ctx, name)) !== undefined) return false;
  const lease = randomUUID();
  const tries = await store.claimTranscoding(ctx.db, name, lease);
  if (tries === undefined) return false;
  const beat = ctx.host.every(BEAT, () => {
    // A lease that ends lets another process begin the video as well, which does no harm.
    store.prolongTranscoding(ctx.db, lease).catch(() => undefined);
  });
  const options = ending === undefined ? {} : { signal: ending };
  try {
    await provideRendition(ctx, name, row.storage_key, (source, target) =>
      transcodeVideo(workspaceId, source, factsOf(row), transcoding, target, options),
    );
    await store.deleteTranscoding(ctx.db, lease);
  } catch (error) {
    if (ending?.aborted) await store.putOffTranscoding(ctx.db, lease, { wait: 0, counts: false });
    else await noteFailure(ctx, { name, lease, tries }, error);
  } finally {
    beat.cancel();
  }
  return true;
}

async function noteFailure(
  ctx: Ctx,
  { name, lease, tries }: { name: ReturnType<typeof nameOf>; lease: string; tries: number },
  error: unknown,
): Promise<void> {
  ctx.log.warn({ err: error, media: name.mediaId, tries }, 'a video could not be transcoded');
  const counts = error instanceof FfmpegFailed;
  if (error instanceof CannotFit || (counts && tries >= MAX_TRIES)) {
    await keepRendition(ctx, name, undefined, '');
    await store.deleteTranscoding(ctx.db, lease);
    return;
  }
  await store.putOffTranscoding(ctx.db, lease, { wait: tries * RETRY_DELAY, counts });
}
