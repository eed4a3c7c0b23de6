/** Converts an image of the library for a network: without metadata, and within the network's bounds. */
import { readFile, writeFile } from 'node:fs/promises';
import { isWithin } from '@belfry/networks/core/check.ts';
import type { ImageBounds } from '@belfry/networks/core/images.ts';
import { type ImageFormat, imageKinds, type Probed, type Size } from '../probe/probed.ts';
import { encodePicture, openPicture, type Picture } from './convert-encode.ts';
import { fitPicture } from './convert-fit.ts';
import { animationUnfit, CannotFit } from './convert-refusal.ts';
import { scaleSize } from './convert-search.ts';
import { stripMetadata } from './strip.ts';

export { CannotFit };

export interface Fitted {
  mimeType: string;
  /** Without a dot. */
  extension: string;
  /** Bytes. */
  size: number;
  /** Pixels as displayed. */
  width: number;
  height: number;
}

const fitSeconds = 60;
const thumbnailSeconds = 15;
const thumbnailQuality = 80;

/**
 * Writes a version of the probed image `source` that fits the bounds to the new file `target`. Returns undefined, and
 * writes no file, if the source already fits and has no metadata. Throws {@link CannotFit}.
 */
export async function fitImage(
  source: string,
  image: Pick<Probed, 'mimeType' | 'animated'>,
  bounds: ImageBounds,
  target: string,
): Promise<Fitted | undefined> {
  const bytes = await readFile(source);
  const picture = await openPicture(bytes, fitSeconds);
  const format = formatOf(image.mimeType);
  const stripped = stripMetadata(bytes, format);
  const excess = findExcess(picture, image.mimeType, stripped.length, bounds);
  if (excess === undefined) {
    return stripped.equals(bytes) ? undefined : save(stripped, format, picture, target);
  }
  if (image.animated) throw animationUnfit(excess);
  const fitted = await fitPicture(picture, bounds);
  return save(fitted.bytes, fitted.encoding, fitted, target);
}

/** A WebP of the first frame as displayed, at most `width` wide and twice `width` high. Throws {@link CannotFit}. */
export async function makeThumbnail(source: string, width: number, target: string): Promise<Fitted> {
  const picture = await openPicture(await readFile(source), thumbnailSeconds);
  const scale = Math.min(1, width / picture.width, (2 * width) / picture.height);
  const size = scaleSize(picture, scale);
  return save(
    await encodePicture(picture, 'WebP', size, { quality: thumbnailQuality }),
    'WebP',
    size,
    target,
  );
}

function formatOf(mimeType: string): ImageFormat {
  const formats: ImageFormat[] = ['JPEG', 'PNG', 'WebP', 'GIF'];
  const format = formats.find((each) => imageKinds[each].mimeType === mimeType);
  if (format === undefined) throw new Error(`${mimeType} is not an image type of the library.`);
  return format;
}

/** Explains to people why the image must be encoded again. Undefined if it need not be. */
function findExcess(
  { width, height, turned }: Picture,
  mimeType: string,
  size: number,
  { types, bytes = Infinity, pixels = Infinity, side = Infinity, ratio }: ImageBounds,
): string | undefined {
  if (!types.includes(mimeType)) return `${mimeType} is not accepted, only ${types.join(', ')}`;
  if (size > bytes) return `it has ${size} bytes (maximum: ${bytes})`;
  if (width * height > pixels) return `it has ${width * height} pixels (maximum: ${pixels})`;
  if (Math.max(width, height) > side)
    return `its longest side has ${Math.max(width, height)} pixels (maximum: ${side})`;
  if (ratio !== undefined && !isWithin(width / height, ratio)) {
    const shown = Math.round((100 * width) / height) / 100;
    return `its width is ${shown} times its height (allowed: ${ratio[0]} to ${ratio[1]})`;
  }
  return turned ? 'it would have to be rotated' : undefined;
}

async function save(
  bytes: Buffer,
  format: ImageFormat,
  { width, height }: Size,
  target: string,
): Promise<Fitted> {
  await writeFile(target, bytes, { flag: 'wx', mode: 0o600 });
  return { ...imageKinds[format], size: bytes.length, width, height };
}
