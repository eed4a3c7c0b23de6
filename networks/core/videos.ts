/**
 * Belfry copies a video into an MP4 file if a network accepts its codecs, but not its type of file. This file decides
 * when. Safe for the browser, like the rules it reads.
 */
import { type LimitSource, limitIn, type MediaFacts } from './limits.ts';

/** A network's limits for the types of videos; an absent limit means no limit. */
export interface VideoBounds {
  types?: readonly string[] | undefined;
  videoCodecs?: readonly string[] | undefined;
  audioCodecs?: readonly string[] | undefined;
}

const mp4 = 'video/mp4';

/** Those that every player finds in an MP4 file. A network that accepts others there names them. */
const usualCodecs = { video: ['avc', 'hevc'], audio: ['aac', 'mp3'] };

/** The bounds for this version's videos, which depend on its format. */
export function videoBoundsOf(limits: LimitSource): VideoBounds {
  return {
    types: limitIn(limits, 'video.types'),
    videoCodecs: limitIn(limits, 'video.codecs'),
    audioCodecs: limitIn(limits, 'audio.codecs'),
  };
}

type VideoFacts = Pick<MediaFacts, 'kind' | 'mimeType' | 'videoCodec' | 'audioCodec'>;

/** Whether the network accepts the video in an MP4 file, and not as it is. An unknown codec is not copied. */
export function needsCopy(
  { kind, mimeType, videoCodec, audioCodec }: VideoFacts,
  bounds: VideoBounds,
): boolean {
  const { types, videoCodecs = usualCodecs.video, audioCodecs = usualCodecs.audio } = bounds;
  if (kind !== 'video' || types === undefined || types.includes(mimeType) || !types.includes(mp4))
    return false;
  const isSilent = audioCodec === 'none';
  return videoCodecs.includes(videoCodec ?? '') && (isSilent || audioCodecs.includes(audioCodec ?? ''));
}

/** The video's facts after conversion. */
export function afterCopy(video: MediaFacts, bounds: VideoBounds): MediaFacts {
  return needsCopy(video, bounds) ? { ...video, mimeType: mp4 } : video;
}
