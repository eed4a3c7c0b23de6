/** The largest sides, and then the highest quality, with which an image stays within a number of bytes. */
import type { Size } from './probed.ts';

export interface Search {
  /** The sides to begin with. */
  from: Size;
  /** The longest side may not become shorter than this to save bytes. */
  least: number;
  /** Bytes. */
  limit: number;
  /** From the lowest to the highest; the same twice where there is but one. */
  qualities: readonly [number, number];
}

export type Encode = (size: Size, quality: number) => Promise<Buffer>;

export interface Found extends Size {
  bytes: Buffer;
}

/** Undefined when even the lowest quality at the shortest sides has too many bytes. */
export async function searchFit(search: Search, encode: Encode): Promise<Found | undefined> {
  const { from, least, limit } = search;
  const leastScale = Math.min(1, least / Math.max(from.width, from.height));
  let scale = 1;
  for (;;) {
    const size = scaleSize(from, scale);
    const { fitting, fewest } = await searchQuality(search, (quality) => encode(size, quality));
    if (fitting !== undefined) return { ...size, bytes: fitting };
    if (scale <= leastScale) return undefined;
    // Bytes go with the area. A little less, since smaller pictures have more detail to the pixel.
    scale = Math.max(leastScale, scale * Math.min(0.97, 0.98 * Math.sqrt(limit / fewest)));
  }
}

/** `fewest`: the bytes at the lowest quality, when that is too many. */
async function searchQuality(
  { limit, qualities: [lowest, highest] }: Search,
  encode: (quality: number) => Promise<Buffer>,
): Promise<{ fitting: Buffer; fewest?: never } | { fitting?: never; fewest: number }> {
  // The lowest first: it is the cheapest, and tells at once whether the sides have to shrink.
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

/** Never above what the scale gives, and never 0. */
export function scaleSize({ width, height }: Size, scale: number): Size {
  const shorten = (side: number) => Math.max(1, Math.floor(side * scale + 1e-6));
  return { width: shorten(width), height: shorten(height) };
}
