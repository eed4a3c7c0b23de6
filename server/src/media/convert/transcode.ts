/** Makes H.264 and AAC in an MP4 file of a video of other codecs, by ffmpeg. */
import { rm, stat } from 'node:fs/promises';
import type { MediaFacts } from '@belfry/networks/core/limits.ts';
import {
  AUDIO_RATE,
  MAX_DECODED_PIXELS,
  MAX_TRANSCODED_RATE,
  type Transcoding,
} from '@belfry/networks/core/videos.ts';
import { probeFile, UnfitFile } from '../probe/probe.ts';
import { videoKinds } from '../probe/probed.ts';
import type { Fitted } from './convert.ts';
import { CannotFit } from './convert-refusal.ts';
import { FfmpegFailed, type FfmpegLimits, inputOf, runFfmpeg, words } from './ffmpeg.ts';

/** A video as it is stored. */
export type VideoToTranscode = Pick<MediaFacts, 'mimeType' | 'duration' | 'audioCodec'>;

const limits = {
  /**
   * Milliseconds. The longest accepted video lasts ten minutes. At 1080p and 30 frames per second, one thread needs 0.7
   * to 1.5 times as long as the video lasts, thus 15 minutes. Twice that leaves room for other load.
   */
  timeout: 30 * 60_000,
  /** Milliseconds. A working ffmpeg makes some progress in each second. */
  stall: 60_000,
  /** Bytes of addresses. A video of 8K needs up to 700 MB of memory, one of 1080p 250 MB; the libraries come on top. */
  memory: 2 ** 31,
  /** Below the other processes for files. Nobody waits for a transcoding. */
  nice: 10,
};

/**
 * Writes the new file `target`, without metadata. Throws {@link CannotFit} if another try would fail, too, and
 * {@link FfmpegFailed} otherwise. There is no file then. `owner`: the workspace of the video.
 */
export async function transcodeVideo(
  owner: number,
  source: string,
  video: VideoToTranscode,
  transcoding: Transcoding,
  target: string,
  options: Partial<FfmpegLimits> = {},
): Promise<Fitted> {
  try {
    const args = [
      ...inputOf(source, video.mimeType, bounds),
      ...outputOf(video, transcoding),
      `file:${target}`,
    ];
    await runFfmpeg(args, { ...limits, bytes: transcoding.bytes, ...options });
    return await requireWhole(owner, video, target);
  } catch (error) {
    await rm(target, { force: true });
    throw error instanceof UnfitFile || (error instanceof FfmpegFailed && error.isFinal)
      ? cannotTranscode(error)
      : error;
  }
}

/** Of the input. A stream may have larger frames than its header says. */
const bounds = words(`-max_pixels ${MAX_DECODED_PIXELS}`);

/** The first picture and the first sound, no longer than the file says. */
function outputOf({ duration }: VideoToTranscode, { width, height, rate }: Transcoding): string[] {
  return [
    ...words('-map 0:V:0 -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1 -max_error_rate 0.1'),
    ...words(`-t ${(duration ?? 0) + 1} -fpsmax ${MAX_TRANSCODED_RATE} -filter_threads 1`),
    ...words(`-vf scale=${width}:${height},setsar=1,format=yuv420p`),
    ...words(`-c:v libx264 -threads 1 -preset veryfast -crf 20 -maxrate ${rate} -bufsize ${rate}`),
    ...words(`-c:a aac -b:a ${AUDIO_RATE} -ac 2 -ar 48000`),
    ...words('-progress pipe:1 -stats_period 5 -movflags +faststart -f mp4'),
  ];
}

/** ffmpeg goes on over damage, and may have skipped most of a video. */
async function requireWhole(owner: number, video: VideoToTranscode, target: string): Promise<Fitted> {
  const { size } = await stat(target);
  const made = await probeFile(target, 'images and videos', owner);
  const seconds = (made.durationMs ?? 0) / 1000;
  const isWhole = Math.abs(seconds - (video.duration ?? 0)) <= 1 + 0.02 * (video.duration ?? 0);
  const isSilent = (video.audioCodec ?? 'none') === 'none';
  if (!isWhole || made.videoCodec !== 'avc' || (made.audioCodec !== 'aac' && !isSilent))
    throw cannotTranscode();
  return { ...videoKinds.MP4, size, width: made.width, height: made.height };
}

function cannotTranscode(cause?: Error): CannotFit {
  return new CannotFit(CANNOT_TRANSCODE, { cause });
}

/** Where it is known that it failed, but no longer why. */
export const CANNOT_TRANSCODE =
  'This video cannot be converted to MP4. Export it as MP4 with H.264 and AAC, and add the new file.';
