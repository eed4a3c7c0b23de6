/** Finds the largest size, and then the highest quality, at which an image stays within a number of bytes. */
import { keepRatio } from '@belfry/networks/core/images.ts';
import type { Span } from '@belfry/networks/core/limits.ts';
import type { Size } from '../probe/probed.ts';

export interface Search {
  /** The size to start from. */
  from: Size;
  /** Pixels. The longest side must not become shorter than this. */
  minSide: number;
  /** Bounds on width divided by height. */
  ratio?: Span | undefined;
  /** Bytes. */
  limit: number;
  /** The lowest and the highest quality. Equal if the encoding has only one. */
  qualities: readonly [number, number];
}

export type Encode = (size: Size, quality: number) => Promise<Buffer>;

export interface SizedBytes extends Size {
  bytes: Buffer;
}

/** Undefined if the result is too large even at the lowest quality and smallest size. */
export async function searchFit(search: Search, encode: Encode): Promise<SizedBytes | undefined> {
  const { from, minSide, limit } = search;
  const minScale = Math.min(1, minSide / Math.max(from.width, from.height));
  let scale = 1;
  for (;;) {
    const size = keepRatio(scaleSize(from, scale), search);
    const { fitting, fewest } = await searchQuality(search, (quality) => encode(size, quality));
    if (fitting !== undefined) return { ...size, bytes: fitting };
    if (scale <= minScale) return undefined;
    // Bytes grow with the area. Scale a little further, because smaller images have more detail per pixel.
    scale = Math.max(minScale, scale * Math.min(0.97, 0.98 * Math.sqrt(limit / fewest)));
  }
}

/** `fewest`: the bytes at the lowest quality, if even they exceed the limit. */
async function searchQuality(
  { limit, qualities: [lowest, highest] }: Search,
  encode: (quality: number) => Promise<Buffer>,
): Promise<{ fitting: Buffer; fewest?: never } | { fitting?: never; fewest: number }> {
  // Try the lowest first: it is the cheapest, and shows at once whether the image must be scaled down.
  let fitting = limit === Infinity ? undefined : await encode(lowest);
  if (fitting && fitting.length > limit) return { fewest: fitting.length };
  if (fitting && lowest === highest) return { fitting };
  const best = await encode(highest);
  if (fitting === undefined || best.length <= limit) return { fitting: best };
  let [low, high] = [lowest, highest];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const bytes = await encode(middle);
    if (bytes.length > limit) high = middle;
    else [low, fitting] = [middle, bytes];
  }
  return { fitting };
}

/** Rounds down, but never to 0. */
export function scaleSize({ width, height }: Size, scale: number): Size {
  const shorten = (side: number) => Math.max(1, Math.floor(side * scale + 1e-6));
  return { width: shorten(width), height: shorten(height) };
}
