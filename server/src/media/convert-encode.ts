/** Single runs of the image library: look, or decode, turn, shrink and encode. */
import type { Sharp } from 'sharp';
import { damaged, tooSlow } from './convert-refusal.ts';
import type { Size } from './probed.ts';
import { loadSharp, MOST_PIXELS } from './sharp.ts';

export type Encoding = 'JPEG' | 'WebP' | 'PNG';

/** Decoded anew for each run: the file is small, its pixels are not. */
export interface Picture extends Size {
  bytes: Buffer;
  /** Stored in another position than displayed, with a note how to turn it. */
  turned: boolean;
  hasAlpha: boolean;
  /** By `performance.now()`. */
  deadline: number;
}

export async function openPicture(bytes: Buffer, seconds: number): Promise<Picture> {
  const deadline = performance.now() + seconds * 1000;
  const image = await openImage({ bytes, deadline });
  const { autoOrient, orientation = 1, hasAlpha } = await image.metadata();
  return { bytes, ...autoOrient, turned: orientation > 1 && orientation <= 8, hasAlpha, deadline };
}

/** Whether any pixel lets through what is behind it; many images could and do not. */
export async function isTransparent(picture: Picture): Promise<boolean> {
  if (!picture.hasAlpha) return false;
  const image = await openImage(picture);
  return !(await image.stats().catch(explain)).isOpaque;
}

/** In sRGB, and without metadata; of an animation the first frame. `quality` from 1 to 100; PNG knows none. */
export async function encodePicture(
  picture: Picture,
  encoding: Encoding,
  { width, height }: Size,
  quality: number,
): Promise<Buffer> {
  const image = await openImage(picture);
  image.resize(width, height, { fit: 'fill' }).toColourspace('srgb');
  return encoders[encoding](image, quality).toBuffer().catch(explain);
}

/** What fails for want of memory may succeed later. */
function explain(error: Error): never {
  if (/timeout/i.test(error.message)) throw tooSlow();
  throw /memory/i.test(error.message) ? error : damaged();
}

/**
 * JPEG in one pass: fitting codes to the image saves 5 % of the bytes, and holds 12 bytes for each pixel meanwhile.
 * WebP with little effort: more takes half as long again and saves nothing to speak of.
 */
const encoders: Record<Encoding, (image: Sharp, quality: number) => Sharp> = {
  JPEG: (image, quality) =>
    image
      .flatten({ background: '#fff' })
      .jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0', optimiseCoding: false }),
  WebP: (image, quality) => image.webp({ quality, effort: 2 }),
  PNG: (image) => image.png({ compressionLevel: 9 }),
};

async function openImage({ bytes, deadline }: Pick<Picture, 'bytes' | 'deadline'>): Promise<Sharp> {
  const seconds = Math.ceil((deadline - performance.now()) / 1000);
  if (seconds <= 0) throw tooSlow();
  const open = await loadSharp();
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true } as const;
  return open(bytes, options).autoOrient().timeout({ seconds });
}
