/** Which type, which sides and which quality an image gets that cannot go out as it is. */
import type { ImageBounds } from '@belfry/networks/core/images.ts';
import { type Encoding, encodePicture, isTransparent, type Picture } from './convert-encode.ts';
import { bytesUnfit, shapeUnfit, typeUnfit } from './convert-refusal.ts';
import { type Found, scaleSize, searchFit } from './convert-search.ts';
import { imageKinds, type Size } from './probed.ts';

export interface FittedPicture extends Found {
  encoding: Encoding;
}

/** On the longest side, in pixels: nothing can be made out in what is smaller to save bytes. */
const leastSide = 64;

/** What the formats themselves take, in pixels. */
const mostSide: Record<Encoding, number> = { JPEG: 65_500, WebP: 16_383, PNG: 65_500 };

/** Below 60 it shows; above 95 only the bytes grow. */
const qualities = { JPEG: [60, 95], WebP: [60, 95], PNG: [0, 0] } as const;

/** Throws {@link CannotFit}. */
export async function fitPicture(picture: Picture, bounds: ImageBounds): Promise<FittedPicture> {
  const limit = bounds.bytes ?? Infinity;
  for (const { encoding, leastScale } of await chooseEncodings(picture, bounds)) {
    const from = boundSize(picture, bounds, mostSide[encoding]);
    const least = Math.max(leastSide, leastScale * Math.max(from.width, from.height));
    const search = { from, least, limit, qualities: qualities[encoding] };
    const found = await searchFit(search, (size, quality) => encodePicture(picture, encoding, size, quality));
    if (found) return { ...found, encoding };
  }
  throw bytesUnfit(limit);
}

interface Choice {
  encoding: Encoding;
  /** Below this share of the sides, the next choice is the better one. */
  leastScale: number;
}

/** In the order in which they are tried. */
async function chooseEncodings(picture: Picture, { types }: ImageBounds): Promise<Choice[]> {
  const order: Encoding[] = (await isTransparent(picture))
    ? ['WebP', 'PNG', 'JPEG']
    : ['JPEG', 'WebP', 'PNG'];
  const [first, second] = order.filter((encoding) => types.includes(imageKinds[encoding].mimeType));
  if (first === undefined) throw typeUnfit(types);
  // Where only a PNG shows what is transparent, it is preferred to a JPEG, but not at any price.
  if (first === 'PNG' && second) {
    return [
      { encoding: first, leastScale: 0.5 },
      { encoding: second, leastScale: 0 },
    ];
  }
  return [{ encoding: first, leastScale: 0 }];
}

/** Throws {@link CannotFit}. */
function boundSize(size: Size, { pixels = Infinity, side = Infinity }: ImageBounds, most: number): Size {
  const longest = Math.max(size.width, size.height);
  const scale = Math.min(1, Math.min(side, most) / longest, Math.sqrt(pixels / (size.width * size.height)));
  const { width, height } = scaleSize(size, scale);
  // No side is shorter than one pixel, so the other may still be too long.
  if (width * height <= pixels && Math.max(width, height) <= side) return { width, height };
  throw shapeUnfit(size.width, size.height);
}
