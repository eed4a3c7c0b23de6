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

/** Pixels as displayed. */
export interface Size {
  width: number;
  height: number;
}
