/**
 * Belfry converts images that a network would not accept. This file decides how far. Safe for the browser, like the
 * rules it reads.
 */

import { finish, walkVersion } from './check.ts';
import {
  type AccountLimits,
  type LimitSource,
  limitIn,
  limitsFor,
  type MediaFacts,
  type Rules,
  type Version,
  type Violation,
} from './limits.ts';
import type { Counting } from './text.ts';

/** How an image of a shape that the network does not accept is converted: with white edges, or without its own. */
export const imageFits = ['pad', 'crop'] as const;
export type ImageFit = (typeof imageFits)[number];

/** A network's limits for images; an absent limit means no limit. */
export interface ImageBounds {
  types: readonly string[];
  bytes?: number | undefined;
  /** Width times height. */
  pixels?: number | undefined;
  /** Pixels of the longer side. */
  side?: number | undefined;
}

/** Types that images can be converted to, the smallest files first. */
const convertedTypes: readonly string[] = ['image/jpeg', 'image/webp', 'image/png'];
/** Types that can be decoded. */
const readableTypes = [...convertedTypes, 'image/gif'];
/** Conversion does not promise fewer bytes or pixels than these: the image would be unrecognisable. */
const minBytes = 32 * 1024;
const minPixels = 64 * 64;

/** The bounds for this version's images, which depend on its format. */
export function imageBoundsOf(limits: LimitSource, _fit: ImageFit = 'pad'): ImageBounds {
  return {
    types: limitIn(limits, 'image.types') ?? convertedTypes,
    bytes: limitIn(limits, 'image.bytes'),
    pixels: limitIn(limits, 'image.pixels'),
    side: limitIn(limits, 'image.side'),
  };
}

/** Every violation that conversion cannot repair; empty if the version can be scheduled. */
export function checkSchedulable(rules: Rules, account: AccountLimits, version: Version): Violation[] {
  return finish(walkSchedulable(rules, account, version));
}

/** Like {@link checkSchedulable}, one text or file per step, so that the caller can do other work in between. */
export function walkSchedulable(
  rules: Rules,
  account: AccountLimits,
  version: Version,
  counting?: Counting,
): Generator<void, Violation[]> {
  const bounds = imageBoundsOf(limitsFor(rules, account, version));
  const media = version.media.map((file) => (file.kind === 'image' ? afterConversion(file, bounds) : file));
  return walkVersion(rules, account, { ...version, media }, counting);
}

/** The file's facts after conversion. Animated images are not converted, because they would become still. */
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
    size: Math.min(image.size, Math.max(bounds.bytes ?? image.size, minBytes)),
    width: width && Math.max(1, Math.floor(width * scale)),
    height: height && Math.max(1, Math.floor(height * scale)),
  };
}

/** At most 1: images are never enlarged. */
export function scaleFor(width: number, height: number, { pixels, side }: ImageBounds): number {
  const byPixels = Math.sqrt(Math.max(pixels ?? Number.POSITIVE_INFINITY, minPixels) / (width * height));
  const bySide = (side ?? Number.POSITIVE_INFINITY) / Math.max(width, height);
  return Math.min(1, byPixels, bySide);
}
