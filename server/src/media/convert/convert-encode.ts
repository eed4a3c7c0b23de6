/** Single runs of the image library: read the header, or decode, rotate, scale and encode. */
import type { ImageFit } from '@belfry/networks/core/images.ts';
import type { Sharp } from 'sharp';
import type { Size } from '../probe/probed.ts';
import { damaged, tooSlow } from './convert-refusal.ts';
import { loadSharp, MAX_PIXELS } from './sharp.ts';

export type Encoding = 'JPEG' | 'WebP' | 'PNG';

/** Holds the file and not its pixels, which need far more memory. Each run decodes it again. */
export interface Picture extends Size {
  bytes: Buffer;
  /** The file's orientation tag rotates or mirrors the stored pixels for display. */
  turned: boolean;
  hasAlpha: boolean;
  /** On the clock of `performance.now()`. */
  deadline: number;
}

export async function openPicture(bytes: Buffer, seconds: number): Promise<Picture> {
  const deadline = performance.now() + seconds * 1000;
  const image = await openImage({ bytes, deadline });
  const { autoOrient, orientation = 1, hasAlpha } = await image.metadata();
  return { bytes, ...autoOrient, turned: orientation > 1 && orientation <= 8, hasAlpha, deadline };
}

/** Whether any pixel is transparent. Many images with an alpha channel are opaque. */
export async function isTransparent(picture: Picture): Promise<boolean> {
  if (!picture.hasAlpha) return false;
  const image = await openImage(picture);
  return !(await image.stats().catch(explain)).isOpaque;
}

export interface EncodeOptions {
  /** 1 to 100, ignored for PNG. */
  quality: number;
  /** How an image of another shape gets the size. Undefined: it has this shape, except for rounding. */
  fit?: ImageFit | undefined;
}

const resizing = { pad: 'contain', crop: 'cover' } as const;

/** In sRGB, without metadata, only the first frame of an animation. */
export async function encodePicture(
  picture: Picture,
  encoding: Encoding,
  { width, height }: Size,
  { quality, fit }: EncodeOptions,
): Promise<Buffer> {
  const image = await openImage(picture);
  const how = fit === undefined ? 'fill' : resizing[fit];
  // White, as JPEG shows what is transparent.
  image.resize(width, height, { fit: how, background: '#fff' }).toColourspace('srgb');
  return encoders[encoding](image, quality).toBuffer().catch(explain);
}

/** Rethrows memory errors unchanged, because a later run may succeed. */
function explain(error: Error): never {
  if (/timeout/i.test(error.message)) throw tooSlow();
  throw /memory/i.test(error.message) ? error : damaged();
}

/**
 * JPEG without optimized coding, which would save 5 % of the bytes but use 12 bytes of memory for each pixel.
 * WebP with low effort: a higher one takes half as long again and saves almost nothing.
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
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  return open(bytes, options).autoOrient().timeout({ seconds });
}
