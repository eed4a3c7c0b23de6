/** Copies a video into an MP4 file packet by packet, without decoding it. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { StreamTargetChunk } from 'mediabunny';
import { probeVideo } from '../probe/probe-video.ts';
import { type Probed, videoKinds } from '../probe/probed.ts';
import type { Fitted } from './convert.ts';
import { CannotFit } from './convert-refusal.ts';

/** Bytes of the source that are kept in memory. */
const maxCache = 2 ** 23;
/** A hostile index can name the same packets again and again. A true copy grows by little. */
const maxGrowth = 1.05;
const leastRoom = 2 ** 20;
/** Milliseconds by which the copy may be shorter or longer. */
const maxDrift = 1000;

export type VideoToCopy = Pick<Probed, 'durationMs' | 'videoCodec' | 'audioCodec'>;

/** Writes the first picture and sound of the video `source` to the new file `target`. Throws {@link CannotFit}. */
export async function remuxVideo(source: string, video: VideoToCopy, target: string): Promise<Fitted> {
  const { size } = await stat(source);
  await using file = await open(target, 'wx', 0o600);
  await copyPackets(source, file, size * maxGrowth + leastRoom).catch(refuseCopy);
  const made = (await file.stat()).size;
  const copy = await probeVideo(target, made, 'MP4').catch(refuseCopy);
  const isWhole = Math.abs((copy.durationMs ?? 0) - (video.durationMs ?? 0)) <= maxDrift;
  const isSame = copy.videoCodec === video.videoCodec && copy.audioCodec === video.audioCodec;
  if (!isSame || (video.durationMs !== null && !isWhole)) throw cannotCopy();
  return { ...videoKinds.MP4, size: made, width: copy.width, height: copy.height };
}

/** Loads mediabunny with the first video. Leaves out metadata, such as the place. */
async function copyPackets(source: string, file: FileHandle, mostBytes: number): Promise<void> {
  const { Conversion, FilePathSource, Input, Mp4OutputFormat, Output, StreamTarget, ...rest } = await import(
    'mediabunny'
  );
  rest.Logging.level = rest.LogLevel.Silent;
  using input = new Input({
    source: new FilePathSource(source, { maxCacheSize: maxCache }),
    formats: [rest.MP4, rest.QTFF, rest.WEBM, rest.MATROSKA],
  });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(writeInto(file, mostBytes), { chunked: true }),
  });
  const conversion = await Conversion.init({
    ...{ input, output, tracks: 'primary', tags: {}, showWarnings: false },
    copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
  });
  if (!conversion.isValid || conversion.discardedTracks.length > 0) throw cannotCopy();
  await conversion.execute();
}

/** The library’s own writer does not notice that a disk took only a part of a chunk. */
function writeInto(file: FileHandle, mostBytes: number): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    async write({ data, position }) {
      if (position + data.length > mostBytes) throw cannotCopy();
      let written = 0;
      while (written < data.length)
        written += (await file.write(data, written, data.length - written, position + written)).bytesWritten;
    },
  });
}

/** A full disk says nothing about the video. */
function refuseCopy(error: NodeJS.ErrnoException): never {
  throw error.syscall === undefined ? cannotCopy() : error;
}

export function cannotCopy(): CannotFit {
  return new CannotFit(
    'This video cannot be copied into an MP4 file. Export it as MP4 with H.264 and AAC, and add the new file.',
  );
}
