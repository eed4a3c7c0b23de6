/** Chooses type, size and quality for an image that exceeds the bounds of a network. */
import { type ImageBounds, keepRatio, shapeSize } from '@belfry/networks/core/images.ts';
import { imageKinds, type Size } from '../probe/probed.ts';
import { type Encoding, encodePicture, isTransparent, type Picture } from './convert-encode.ts';
import { bytesUnfit, shapeUnfit, tooSmall, typeUnfit } from './convert-refusal.ts';
import { type SizedBytes, scaleSize, searchFit } from './convert-search.ts';

export interface FittedPicture extends SizedBytes {
  encoding: Encoding;
}

/** Pixels of the longest side. A smaller image would be unrecognizable. */
const minSide = 64;

/** The limits of the formats themselves, in pixels. */
const maxSide: Record<Encoding, number> = { JPEG: 65_500, WebP: 16_383, PNG: 65_500 };

/** Below 60 the loss is visible. Above 95 only the file grows. */
const qualities = { JPEG: [60, 95], WebP: [60, 95], PNG: [0, 0] } as const;

/** Throws {@link CannotFit}. */
export async function fitPicture(picture: Picture, bounds: ImageBounds): Promise<FittedPicture> {
  const limit = bounds.bytes ?? Infinity;
  for (const { encoding, minScale } of await chooseEncodings(picture, bounds)) {
    const from = boundSize(picture, bounds, maxSide[encoding]);
    const longest = Math.max(from.width, from.height);
    const least = ((bounds.minSide ?? 0) * longest) / Math.min(from.width, from.height);
    const search = {
      from,
      minSide: Math.max(minSide, minScale * longest, least),
      ratio: bounds.ratio,
      limit,
      qualities: qualities[encoding],
    };
    const fitting = await searchFit(search, (size, quality) =>
      encodePicture(picture, encoding, size, { quality, fit: bounds.ratio && (bounds.fit ?? 'pad') }),
    );
    if (fitting) return { ...fitting, encoding };
  }
  throw bytesUnfit(limit);
}

interface Choice {
  encoding: Encoding;
  /** If the image would have to be scaled below this factor, the next choice is better. */
  minScale: number;
}

/** In order of preference. */
async function chooseEncodings(picture: Picture, { types }: ImageBounds): Promise<Choice[]> {
  const order: Encoding[] = (await isTransparent(picture))
    ? ['WebP', 'PNG', 'JPEG']
    : ['JPEG', 'WebP', 'PNG'];
  const [first, second] = order.filter((encoding) => types.includes(imageKinds[encoding].mimeType));
  if (first === undefined) throw typeUnfit(types);
  // If only PNG keeps the transparency, prefer it to JPEG, unless the image would become less than half as large.
  if (first === 'PNG' && second) {
    return [
      { encoding: first, minScale: 0.5 },
      { encoding: second, minScale: 0 },
    ];
  }
  return [{ encoding: first, minScale: 0 }];
}

/** Throws {@link CannotFit}. */
function boundSize(picture: Size, bounds: ImageBounds, max: number): Size {
  const { pixels = Infinity, side = Infinity, minSide: least = 0 } = bounds;
  const size = shapeSize(picture, bounds);
  const longest = Math.max(size.width, size.height);
  const scale = Math.min(1, Math.min(side, max) / longest, Math.sqrt(pixels / (size.width * size.height)));
  const { width, height } = keepRatio(scaleSize(size, scale), bounds);
  if (Math.min(width, height) < least) throw tooSmall(width, height, least);
  // A side cannot be shorter than one pixel, so the other may still be too long.
  if (width * height <= pixels && Math.max(width, height) <= side) return { width, height };
  throw shapeUnfit(picture.width, picture.height);
}
