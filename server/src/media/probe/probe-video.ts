/** Reads the index, the first packet and the last packet of a video. Does not decode it, and reads little of it. */
import { open } from 'node:fs/promises';
import type { Input, InputVideoTrack } from 'mediabunny';
import { refuseEmbedded } from './probe-embedded.ts';
import { checkBoxes, checkSegment, readAt } from './probe-extent.ts';
import { cutShort, UnfitFile, unreadable } from './probe-unfit.ts';
import { type Probed, type VideoFormat, videoKinds } from './probed.ts';

const codecs = new Set(['avc', 'hevc', 'vp8', 'vp9', 'av1']);
const windowBytes = 65_536;
const probeMilliseconds = 15_000;

/** Throws `UnfitFile`. */
export async function probeVideo(path: string, size: number, format: VideoFormat): Promise<Probed> {
  await checkExtent(path, size, format);
  const input = await openInput(path);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unreadable(format)), probeMilliseconds);
  try {
    return await Promise.race([readVideo(input, format), late.promise]);
  } catch (error) {
    throw error instanceof UnfitFile ? error : unreadable(format);
  } finally {
    clearTimeout(timer);
    input.dispose();
  }
}

async function checkExtent(path: string, size: number, format: VideoFormat): Promise<void> {
  await using file = await open(path);
  refuseEmbedded(await readAt(file, 0, windowBytes), format);
  refuseEmbedded(await readAt(file, Math.max(0, size - windowBytes), windowBytes), format);
  const check = format === 'WebM' || format === 'MKV' ? checkSegment : checkBoxes;
  await check(file, size, format);
}

/** Loads mediabunny with the first video, and silences its warnings about odd files, which do not belong in the log. */
async function openInput(path: string): Promise<Input> {
  const { FilePathSource, Input, Logging, LogLevel, ...formats } = await import('mediabunny');
  Logging.level = LogLevel.Silent;
  return new Input({
    source: new FilePathSource(path, { maxCacheSize: 2 ** 23 }),
    formats: [formats.MP4, formats.QTFF, formats.WEBM, formats.MATROSKA],
  });
}

async function readVideo(input: Input, format: VideoFormat): Promise<Probed> {
  const track = await input.getPrimaryVideoTrack();
  if (track === null) {
    throw new UnfitFile(`This ${format} file has no video track. Add a video with a picture.`);
  }
  const codec = await track.getCodec();
  if (codec === null || !codecs.has(codec)) {
    throw new UnfitFile(
      `This ${format} file has a codec that is not accepted. The accepted ones are H.264, HEVC, VP8, VP9 and AV1. Convert it to H.264 and add it again.`,
    );
  }
  const width = await track.getDisplayWidth();
  const height = await track.getDisplayHeight();
  const seconds = await measureDuration(input, track, format);
  if (!(width > 0 && height > 0 && Number.isFinite(seconds))) throw unreadable(format);
  return {
    kind: 'video',
    ...videoKinds[format],
    width,
    height,
    duration: Math.round(seconds),
    durationMs: Math.round(seconds * 1000),
    videoCodec: codec,
    audioCodec: await readAudioCodec(input),
    frameRate: await readFrameRate(track),
    animated: false,
    frames: null,
  };
}

/** Null for a codec that the library does not know. */
async function readAudioCodec(input: Input): Promise<string | null> {
  const track = await input.getPrimaryAudioTrack();
  return track === null ? 'none' : track.getCodec();
}

/** Enough frames for an average. */
const sampledFrames = 200;

/** Null for a single frame. */
async function readFrameRate(track: InputVideoTrack): Promise<number | null> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(sampledFrames, {
    metadataOnly: true,
  });
  const isKnown = packetCount > 1 && Number.isFinite(averagePacketRate) && averagePacketRate > 0;
  return isKnown ? Math.round(averagePacketRate * 1000) / 1000 : null;
}

/** If the index lists packets that the file does not contain, the end of the file is missing. */
async function measureDuration(input: Input, track: InputVideoTrack, format: VideoFormat): Promise<number> {
  const { EncodedPacketSink } = await import('mediabunny');
  const sink = new EncodedPacketSink(track);
  const [first, last] = [await sink.getFirstPacket(), await sink.getPacket(Number.POSITIVE_INFINITY)];
  if (first === null || last === null) throw cutShort(format);
  const declared = await input.getDurationFromMetadata();
  if (declared === null) return input.computeDuration();
  // One track may end before the longest one, but the whole file must last as long as declared.
  if (last.timestamp + last.duration >= 0.9 * declared - 1) return declared;
  if ((await input.computeDuration()) < 0.9 * declared - 1) throw cutShort(format);
  return declared;
}
