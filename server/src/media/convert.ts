/** Makes of an image in the library what may go out: its pixels and nothing else, within what a network takes. */
import { readFile, writeFile } from 'node:fs/promises';
import type { ImageBounds } from '@belfry/networks/core/images.ts';
import { encodePicture, openPicture, type Picture } from './convert-encode.ts';
import { fitPicture } from './convert-fit.ts';
import { animationUnfit, CannotFit } from './convert-refusal.ts';
import { scaleSize } from './convert-search.ts';
import { type ImageFormat, imageKinds, type Probed, type Size } from './probed.ts';
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
 * Writes to `target`, where nothing may be yet, what may go out of the image at `source`, which was probed.
 * Undefined, and no file, when the source may go out as it is. Throws {@link CannotFit}.
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

/** A WebP of the first frame, turned as displayed, at most twice as high as `width`. Throws {@link CannotFit}. */
export async function makeThumbnail(source: string, width: number, target: string): Promise<Fitted> {
  const picture = await openPicture(await readFile(source), thumbnailSeconds);
  const scale = Math.min(1, width / picture.width, (2 * width) / picture.height);
  const size = scaleSize(picture, scale);
  return save(await encodePicture(picture, 'WebP', size, thumbnailQuality), 'WebP', size, target);
}

function formatOf(mimeType: string): ImageFormat {
  const formats: ImageFormat[] = ['JPEG', 'PNG', 'WebP', 'GIF'];
  const format = formats.find((each) => imageKinds[each].mimeType === mimeType);
  if (format === undefined) throw new Error(`${mimeType} is no type of an image in the library.`);
  return format;
}

/** Why the pixels cannot stay as they are, for people; undefined when they can. */
function findExcess(
  { width, height, turned }: Picture,
  mimeType: string,
  size: number,
  { types, bytes = Infinity, pixels = Infinity, side = Infinity }: ImageBounds,
): string | undefined {
  if (!types.includes(mimeType)) return `${mimeType} is not taken, only ${types.join(', ')}`;
  if (size > bytes) return `it has ${size} bytes of at most ${bytes}`;
  if (width * height > pixels) return `it has ${width * height} pixels of at most ${pixels}`;
  if (Math.max(width, height) > side)
    return `its longest side has ${Math.max(width, height)} pixels of at most ${side}`;
  return turned ? 'it would have to be turned' : undefined;
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
