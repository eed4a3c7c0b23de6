/**
 * Belfry converts images that a network would not accept. This file decides how far, and `videos.ts` which videos. Safe
 * for the browser, like the rules it reads.
 */

import { finish, isWithin, walkVersion } from './check.ts';
import {
  type AccountLimits,
  type LimitSource,
  limitIn,
  limitsFor,
  type MediaFacts,
  type Rules,
  type Span,
  type Version,
  type Violation,
} from './limits.ts';
import type { Counting } from './text.ts';
import { afterVideo, videoBoundsOf } from './videos.ts';

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
  /** Pixels of the shorter side, at least. No image is enlarged. */
  minSide?: number | undefined;
  /** Width divided by height. */
  ratio?: Span | undefined;
  /** How an image gets into `ratio`. Default: `pad`. */
  fit?: ImageFit | undefined;
}

interface Size {
  width: number;
  height: number;
}

/** Types that images can be converted to, the smallest files first. */
const convertedTypes: readonly string[] = ['image/jpeg', 'image/webp', 'image/png'];
/** Types that can be decoded. */
const readableTypes = [...convertedTypes, 'image/gif'];
/** Conversion does not promise fewer bytes or pixels than these: the image would be unrecognisable. */
const minBytes = 32 * 1024;
const minPixels = 64 * 64;

/** Pixels up to which padding may enlarge an image: a strip of one pixel's height would become a square of gigabytes. */
const maxPadded = 25_000_000;

/** The bounds for this version's images, which depend on its format. */
export function imageBoundsOf(limits: LimitSource, fit: ImageFit = 'pad'): ImageBounds {
  const ratio = limitIn(limits, 'image.ratio');
  return {
    types: limitIn(limits, 'image.types') ?? convertedTypes,
    bytes: limitIn(limits, 'image.bytes'),
    pixels: limitIn(limits, 'image.pixels'),
    side: limitIn(limits, 'image.side'),
    minSide: limitIn(limits, 'image.min_side'),
    ...(ratio !== undefined && { ratio, fit }),
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
  const limits = limitsFor(rules, account, version);
  const bounds = imageBoundsOf(limits, version.imageFit);
  const convert = (file: MediaFacts) =>
    file.kind === 'image' ? afterConversion(file, bounds) : afterVideo(file, videoBoundsOf(limits));
  const files = new Map([...(version.files ?? [])].map(([id, file]) => [id, convert(file)]));
  return walkVersion(rules, account, { ...version, media: version.media.map(convert), files }, counting);
}

/** The file's facts after conversion. Animated images are not converted, because they would become still. */
function afterConversion(image: MediaFacts, bounds: ImageBounds): MediaFacts {
  const type = bounds.types.includes(image.mimeType)
    ? image.mimeType
    : convertedTypes.find((one) => bounds.types.includes(one));
  if (image.animated || type === undefined || !readableTypes.includes(image.mimeType)) return image;
  const { width, height } = image;
  return {
    ...image,
    mimeType: type,
    size: Math.min(image.size, Math.max(bounds.bytes ?? image.size, minBytes)),
    ...(width && height && convertedSize({ width, height }, bounds)),
  };
}

function convertedSize(size: Size, bounds: ImageBounds): Size {
  const { width, height } = shapeSize(size, bounds);
  const scale = scaleFor(width, height, bounds);
  const shorten = (side: number) => Math.max(1, Math.floor(side * scale));
  return keepRatio({ width: shorten(width), height: shorten(height) }, bounds);
}

/** The size with white edges, or without its own, so that its shape is within `ratio`. The image itself keeps its scale. */
export function shapeSize({ width, height }: Size, { ratio, fit = 'pad' }: ImageBounds): Size {
  if (ratio === undefined || isWithin(width / height, ratio)) return { width, height };
  const [least, most] = ratio;
  const isNarrow = width / height < least;
  if (fit === 'crop') {
    return isNarrow
      ? { width, height: Math.max(1, Math.floor(width / least)) }
      : { width: Math.max(1, Math.floor(height * most)), height };
  }
  const padded = isNarrow
    ? { width: Math.ceil(height * least), height }
    : { width, height: Math.ceil(width / most) };
  const pixels = Math.max(maxPadded, width * height);
  const scale = Math.min(1, Math.sqrt(pixels / (padded.width * padded.height)));
  return { width: Math.floor(padded.width * scale), height: Math.floor(padded.height * scale) };
}

/** A point of a picture, as parts of its width and height: 0 to 1. */
export interface Place {
  x: number;
  y: number;
}

/**
 * Tells where a point of a picture is after {@link shapeSize} and any scaling to the size `made`. What was cut off moves to
 * the nearest edge. Undefined: every point stays where it is.
 */
export function placesAfter(
  from: Size,
  made: Size,
  { ratio, fit = 'pad' }: Pick<ImageBounds, 'ratio' | 'fit'>,
): ((place: Place) => Place) | undefined {
  if (ratio === undefined || isWithin(from.width / from.height, ratio)) return undefined;
  const scales = [made.width / from.width, made.height / from.height] as const;
  const scale = fit === 'crop' ? Math.max(...scales) : Math.min(...scales);
  // The middle of the one is the middle of the other.
  const move = (part: number, before: number, after: number) =>
    Math.min(1, Math.max(0, 0.5 + ((part - 0.5) * before * scale) / after));
  return ({ x, y }) => ({ x: move(x, from.width, made.width), y: move(y, from.height, made.height) });
}

/** Shortens a side by the pixel that rounding has put it beyond the ratio. */
export function keepRatio({ width, height }: Size, { ratio }: Pick<ImageBounds, 'ratio'>): Size {
  if (ratio === undefined) return { width, height };
  const [least, most] = ratio;
  if (width / height < least) return { width, height: Math.max(1, Math.floor(width / least)) };
  return { width: Math.min(width, Math.max(1, Math.floor(height * most))), height };
}

/** At most 1: images are never enlarged. */
export function scaleFor(width: number, height: number, { pixels, side }: ImageBounds): number {
  const byPixels = Math.sqrt(Math.max(pixels ?? Number.POSITIVE_INFINITY, minPixels) / (width * height));
  const bySide = (side ?? Number.POSITIVE_INFINITY) / Math.max(width, height);
  return Math.min(1, byPixels, bySide);
}
