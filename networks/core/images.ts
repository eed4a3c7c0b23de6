/**
 * What becomes of an image before a network gets it: Belfry converts what a network would not take.
 * Safe for the browser, like the rules it reads.
 */
import type { AccountLimits, MediaFacts, Rules, Version, Violation } from './limits.ts';
import { finish, limitOf, walkVersion } from './limits.ts';
import type { Counting } from './text.ts';

/** What a network takes of images; a bound that is absent is none. */
export interface ImageBounds {
  types: readonly string[];
  bytes?: number;
  /** Width times height. */
  pixels?: number;
  /** Of the longer side, in pixels. */
  side?: number;
}

/** What images can be converted to, the smallest first. */
const convertedTypes: readonly string[] = ['image/jpeg', 'image/webp', 'image/png'];
/** What can be read. */
const readableTypes = [...convertedTypes, 'image/gif'];
/** No image worth looking at is promised to become smaller. */
const fewestBytes = 32 * 1024;
const fewestPixels = 64 * 64;

export function imageBoundsOf(rules: Rules, account: AccountLimits): ImageBounds {
  const bound = (name: 'image.bytes' | 'image.pixels' | 'image.side') => limitOf(rules, account, name);
  const [bytes, pixels, side] = [bound('image.bytes'), bound('image.pixels'), bound('image.side')];
  return {
    types: limitOf(rules, account, 'image.types') ?? convertedTypes,
    ...(bytes === undefined ? {} : { bytes }),
    ...(pixels === undefined ? {} : { pixels }),
    ...(side === undefined ? {} : { side }),
  };
}

/** Every way in which a version does not fit, and conversion cannot mend it; empty when it can be scheduled. */
export function checkSchedulable(rules: Rules, account: AccountLimits, version: Version): Violation[] {
  return finish(walkSchedulable(rules, account, version));
}

/** As {@link checkSchedulable}, one text or one file at each step, so that other work can be done in between. */
export function walkSchedulable(
  rules: Rules,
  account: AccountLimits,
  version: Version,
  counting?: Counting,
): Generator<void, Violation[]> {
  const bounds = imageBoundsOf(rules, account);
  const media = version.media.map((file) => (file.kind === 'image' ? afterConversion(file, bounds) : file));
  return walkVersion(rules, account, { ...version, media }, counting);
}

/** The file as conversion will leave it. An animated image is never converted: it would stand still. */
function afterConversion(image: MediaFacts, bounds: ImageBounds): MediaFacts {
  const type = bounds.types.includes(image.mimeType)
    ? image.mimeType
    : convertedTypes.find((one) => bounds.types.includes(one));
  if (image.animated || type === undefined || !readableTypes.includes(image.mimeType)) return image;
  const { width, height } = image;
  const scale = width && height ? scaleFor(width, height, bounds) : 1;
  return {
    ...image,
    mimeType: type,
    size: Math.min(image.size, Math.max(bounds.bytes ?? image.size, fewestBytes)),
    width: width && Math.max(1, Math.floor(width * scale)),
    height: height && Math.max(1, Math.floor(height * scale)),
  };
}

/** At most 1: images are never enlarged. */
export function scaleFor(width: number, height: number, { pixels, side }: ImageBounds): number {
  const byPixels = Math.sqrt(Math.max(pixels ?? Number.POSITIVE_INFINITY, fewestPixels) / (width * height));
  const bySide = (side ?? Number.POSITIVE_INFINITY) / Math.max(width, height);
  return Math.min(1, byPixels, bySide);
}
