/**
 * Belfry converts a video that a network would not accept: it copies it into an MP4 file if the network accepts its
 * codecs, and otherwise makes H.264 and AAC of it where the server can. This file decides when. Safe for the browser,
 * like the rules it reads.
 */
import { type LimitSource, limitIn, type MediaFacts } from './limits.ts';

/** A network's limits that conversion can keep; an absent limit means no limit. */
export interface VideoBounds {
  types?: readonly string[] | undefined;
  videoCodecs?: readonly string[] | undefined;
  audioCodecs?: readonly string[] | undefined;
  bytes?: number | undefined;
  /** Pixels of the longer side. */
  side?: number | undefined;
  /** The server makes H.264 and AAC of other codecs. */
  transcodes?: boolean | undefined;
}

/** What is made of a video. */
export type Conversion = { kind: 'copy' } | ({ kind: 'transcode' } & Transcoding);

export interface Transcoding {
  /** Pixels, both even. */
  width: number;
  height: number;
  /** Bits of the picture per second, at most. */
  rate: number;
  /** Bytes of the file, at most. */
  bytes: number;
}

const mp4 = 'video/mp4';

/** Those that every player finds in an MP4 file. A network that accepts others there names them. */
const usualCodecs = { video: ['avc', 'hevc'], audio: ['aac', 'mp3'] };

/** Seconds of the longest video that is transcoded. It bounds the time: a video may take longer than it lasts. */
const MAX_TRANSCODED_SECONDS = 600;
/** Pixels of the longer side. A larger picture is made smaller: it would need several times the time and memory. */
const maxSide = 1920;
/** Pixels of the largest picture that is decoded: 8K. */
export const MAX_DECODED_PIXELS = 36_000_000;
/** Frames per second. */
export const MAX_TRANSCODED_RATE = 60;
/** Bits per second of a picture of this size that people do not tell from the original. */
const mostRate = 8_000_000;
/** With fewer, the picture would be unrecognisable. */
const leastRate = 300_000;
/** Bits of the sound per second. */
export const AUDIO_RATE = 128_000;
/** Bytes of the largest file that the library keeps. */
const mostBytes = 512 * 2 ** 20;
/** The part of the file that is sound and picture, and not its index. */
const payload = 0.95;

/** The bounds for this version's videos, which depend on its format. */
export function videoBoundsOf(limits: LimitSource): VideoBounds {
  return {
    types: limitIn(limits, 'video.types'),
    videoCodecs: limitIn(limits, 'video.codecs'),
    audioCodecs: limitIn(limits, 'audio.codecs'),
    bytes: limitIn(limits, 'video.bytes'),
    side: limitIn(limits, 'video.side'),
    transcodes: limits.rules.transcodes,
  };
}

/** Undefined: the video is sent as it is. */
export function conversionOf(video: MediaFacts, bounds: VideoBounds): Conversion | undefined {
  if (video.kind !== 'video') return undefined;
  const isSmall = longerSide(video) <= (bounds.side ?? Number.POSITIVE_INFINITY);
  if (isSmall && isAccepted(video, bounds)) return undefined;
  if (isSmall && isCopied(video, bounds)) return { kind: 'copy' };
  const transcoding = bounds.transcodes ? transcodingOf(video, bounds) : undefined;
  return transcoding && { kind: 'transcode', ...transcoding };
}

function longerSide({ width, height }: MediaFacts): number {
  return Math.max(width ?? 0, height ?? 0);
}

/** An unknown codec breaks no limit. */
function isAccepted({ mimeType, videoCodec, audioCodec }: MediaFacts, bounds: VideoBounds): boolean {
  const { types, videoCodecs, audioCodecs } = bounds;
  const isIn = (codec: string | null | undefined, codecs: readonly string[] | undefined) =>
    typeof codec !== 'string' || (codecs?.includes(codec) ?? true);
  const isHeard = audioCodec === 'none' || isIn(audioCodec, audioCodecs);
  return (types?.includes(mimeType) ?? true) && isIn(videoCodec, videoCodecs) && isHeard;
}

/** Whether the network accepts the video in an MP4 file, and not as it is. An unknown codec is not copied. */
function isCopied({ mimeType, videoCodec, audioCodec }: MediaFacts, bounds: VideoBounds): boolean {
  const { types, videoCodecs = usualCodecs.video, audioCodecs = usualCodecs.audio } = bounds;
  if (types === undefined || types.includes(mimeType) || !types.includes(mp4)) return false;
  const isSilent = audioCodec === 'none';
  return videoCodecs.includes(videoCodec ?? '') && (isSilent || audioCodecs.includes(audioCodec ?? ''));
}

/** Whether the network accepts an MP4 file with H.264 and AAC. */
function takesUsual({ audioCodec }: MediaFacts, { types, videoCodecs, audioCodecs }: VideoBounds): boolean {
  const isHeard = audioCodec === 'none' || (audioCodecs?.includes('aac') ?? true);
  return (types?.includes(mp4) ?? true) && (videoCodecs?.includes('avc') ?? true) && isHeard;
}

/** Undefined if the network would not accept the result. */
function transcodingOf(video: MediaFacts, bounds: VideoBounds): Transcoding | undefined {
  const { width, height, duration } = video;
  if (!takesUsual(video, bounds) || !width || !height || duration === null) return undefined;
  if (duration > MAX_TRANSCODED_SECONDS || width * height > MAX_DECODED_PIXELS) return undefined;
  const bytes = Math.min(bounds.bytes ?? mostBytes, mostBytes);
  const bits = (bytes * 8 * payload) / (duration + 2) - AUDIO_RATE;
  const rate = Math.min(mostRate, Math.floor(bits / 1000) * 1000);
  if (rate < leastRate) return undefined;
  const scale = Math.min(1, Math.min(maxSide, bounds.side ?? maxSide) / longerSide(video));
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * scale) / 2));
  return { width: even(width), height: even(height), rate, bytes };
}

/** The video's facts after conversion. A transcoded video keeps its size, since it fits the network's limit. */
export function afterVideo(video: MediaFacts, bounds: VideoBounds): MediaFacts {
  const conversion = conversionOf(video, bounds);
  if (conversion === undefined) return video;
  if (conversion.kind === 'copy') return { ...video, mimeType: mp4 };
  const { width, height } = conversion;
  const audioCodec = video.audioCodec === 'none' ? 'none' : 'aac';
  const frameRate =
    typeof video.frameRate === 'number' ? Math.min(video.frameRate, MAX_TRANSCODED_RATE) : null;
  return { ...video, mimeType: mp4, width, height, videoCodec: 'avc', audioCodec, frameRate };
}

/** What a person can do about a video whose type or codecs the network refuses. */
export interface WayOut {
  way: 'export' | 'export_or_install';
  message: string;
}

/** Undefined: MP4 would not help. */
export function wayOutOf(video: MediaFacts, bounds: VideoBounds): WayOut | undefined {
  if (!takesUsual(video, bounds)) return undefined;
  const exported = 'Export it as MP4 with H.264 and AAC';
  const isPossible = bounds.transcodes !== true && transcodingOf(video, bounds) !== undefined;
  if (!isPossible) return { way: 'export', message: exported };
  const message = `${exported}, or ask the operator of Belfry to install ffmpeg on the server, which then converts it`;
  return { way: 'export_or_install', message };
}
