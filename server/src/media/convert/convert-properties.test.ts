import { stat } from 'node:fs/promises';
import type { ImageBounds } from '@belfry/networks/core/images.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Darkroom, imageTypes, openDarkroom } from '../../../test/support/darkroom.ts';
import { noise } from '../../../test/support/images.ts';
import { probeFile } from '../probe/probe.ts';
import { CannotFit, fitImage } from './convert.ts';

let darkroom: Darkroom;
beforeAll(async () => {
  darkroom = await openDarkroom();
});
afterAll(() => darkroom[Symbol.asyncDispose]());

const bound = (max: number) => fc.integer({ min: 1, max });
const bounds: fc.Arbitrary<ImageBounds> = fc.record(
  {
    types: fc.subarray(imageTypes, { minLength: 1 }),
    bytes: bound(30_000),
    pixels: bound(60_000),
    side: bound(250),
  },
  { requiredKeys: ['types'] },
);
const images = fc.record({
  format: fc.constantFrom('jpeg', 'png', 'webp', 'gif'),
  width: fc.integer({ min: 1, max: 250 }),
  height: fc.integer({ min: 1, max: 250 }),
  alpha: fc.constantFrom(1, 0.5),
  orientation: fc.integer({ min: 1, max: 8 }),
});

/** The path of the fitted image. Undefined if fitImage refused. */
async function fit(source: string, limits: ImageBounds): Promise<string | undefined> {
  const target = darkroom.nextPath();
  try {
    const fitted = await fitImage(source, await probeFile(source, 'images'), limits, target);
    return fitted === undefined ? source : target;
  } catch (error) {
    if (!(error instanceof CannotFit)) throw error;
    expect(error.message).toMatch(/^This image .*\.$/);
    return undefined;
  }
}

it('every image from fitImage is within the bounds, not larger than its source, and passes the probe', async () => {
  let fitted = 0;
  const property = fc.asyncProperty(images, bounds, async (image, limits) => {
    const { format, width, height, alpha, orientation } = image;
    const canvas = noise(width, height).ensureAlpha(alpha).withMetadata({ orientation });
    const source = await darkroom.store(canvas.toFormat(format));
    const path = await fit(source, limits);
    if (path === undefined) return;
    fitted += 1;
    const [before, after] = [await probeFile(source, 'images'), await probeFile(path, 'images')];
    expect(limits.types).toContain(after.mimeType);
    expect((await stat(path)).size).toBeLessThanOrEqual(limits.bytes ?? Infinity);
    expect(after.width * after.height).toBeLessThanOrEqual(limits.pixels ?? Infinity);
    expect(Math.max(after.width, after.height)).toBeLessThanOrEqual(limits.side ?? Infinity);
    expect(after.width).toBeLessThanOrEqual(before.width);
    expect(after.height).toBeLessThanOrEqual(before.height);
  });
  await fc.assert(property, { numRuns: 100 });
  expect(fitted).toBeGreaterThan(40);
});
