/** What is known of a file once it was looked into. */
export interface Probed {
  kind: 'image' | 'video';
  mimeType: string;
  /** Without a dot. */
  extension: string;
  /** Pixels as displayed: turned, and square. */
  width: number;
  height: number;
  /** Whole seconds, 0 for a clip under half a second; null for images, animated ones too. */
  duration: number | null;
  /** An image of more than one frame; false for videos. */
  animated: boolean;
}

export type ImageFormat = 'JPEG' | 'PNG' | 'WebP' | 'GIF';

export const imageKinds = {
  JPEG: { mimeType: 'image/jpeg', extension: 'jpg' },
  PNG: { mimeType: 'image/png', extension: 'png' },
  WebP: { mimeType: 'image/webp', extension: 'webp' },
  GIF: { mimeType: 'image/gif', extension: 'gif' },
} as const;

export type VideoFormat = 'MP4' | 'MOV' | 'WebM';

export const videoKinds = {
  MP4: { mimeType: 'video/mp4', extension: 'mp4' },
  MOV: { mimeType: 'video/quicktime', extension: 'mov' },
  WebM: { mimeType: 'video/webm', extension: 'webm' },
} as const;

/** Of a type that the library keeps, or makes of what it keeps. */
export function extensionOf(mimeType: string): string {
  const kinds = [...Object.values(imageKinds), ...Object.values(videoKinds)];
  const kind = kinds.find((each) => each.mimeType === mimeType);
  if (kind === undefined) throw new Error(`${mimeType} is no type of a file in the library.`);
  return kind.extension;
}

/** Pixels as displayed. */
export interface Size {
  width: number;
  height: number;
}
