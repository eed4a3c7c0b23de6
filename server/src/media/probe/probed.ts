/** The facts that a probe finds about a file. */
export interface Probed {
  kind: 'image' | 'video';
  mimeType: string;
  /** Without a dot. */
  extension: string;
  /** Pixels as displayed: after rotation, with square pixels. */
  width: number;
  height: number;
  /** Whole seconds, 0 for a clip under half a second. Null for images, also animated ones. */
  duration: number | null;
  /** Null for images, and all that follow. */
  durationMs: number | null;
  /** As in `MediaFacts`. */
  videoCodec: string | null;
  /** `none` without sound. Null if it is unknown. */
  audioCodec: string | null;
  /** Frames per second. Null if it is unknown. */
  frameRate: number | null;
  /** The image has more than one frame. False for videos. */
  animated: boolean;
  /** Of an animated image. Null for all others. */
  frames: number | null;
}

export type ImageFormat = 'JPEG' | 'PNG' | 'WebP' | 'GIF';

export const imageKinds = {
  JPEG: { mimeType: 'image/jpeg', extension: 'jpg' },
  PNG: { mimeType: 'image/png', extension: 'png' },
  WebP: { mimeType: 'image/webp', extension: 'webp' },
  GIF: { mimeType: 'image/gif', extension: 'gif' },
} as const;

export type VideoFormat = 'MP4' | 'MOV' | 'WebM' | 'MKV';

export const videoKinds = {
  MP4: { mimeType: 'video/mp4', extension: 'mp4' },
  MOV: { mimeType: 'video/quicktime', extension: 'mov' },
  WebM: { mimeType: 'video/webm', extension: 'webm' },
  MKV: { mimeType: 'video/matroska', extension: 'mkv' },
} as const;

/** Throws for a type that the library neither stores nor generates. */
export function extensionOf(mimeType: string): string {
  const kinds = [...Object.values(imageKinds), ...Object.values(videoKinds)];
  const kind = kinds.find((each) => each.mimeType === mimeType);
  if (kind === undefined) throw new Error(`${mimeType} is not a file type of the library.`);
  return kind.extension;
}

/** Pixels as displayed. */
export interface Size {
  width: number;
  height: number;
}
