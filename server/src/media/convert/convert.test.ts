import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Darkroom, openDarkroom } from '../../../test/support/darkroom.ts';
import {
  animate,
  colorAt,
  decode,
  distance,
  exif,
  gifExtension,
  glass,
  insert,
  noise,
  plain,
} from '../../../test/support/images.ts';

let darkroom: Darkroom;
beforeAll(async () => {
  darkroom = await openDarkroom();
});
afterAll(() => darkroom[Symbol.asyncDispose]());

const formats = ['jpeg', 'png', 'webp', 'gif'] as const;
const [jpeg, png, webp, gif] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

describe('fitImage leaves alone', () => {
  it.each(formats)('a %s that has no metadata and fits exactly', async (format) => {
    const bytes = await noise().toFormat(format).toBuffer();
    const bounds = { types: [`image/${format}`], bytes: bytes.length, pixels: 2400, side: 60 };
    expect(await darkroom.fit(bytes, bounds)).toBeUndefined();
  });
});

describe('fitImage strips', () => {
  it('the metadata of a camera, and keeps every pixel and the colour profile', async () => {
    const bytes = await noise().jpeg({ quality: 70 }).withExif(exif).withIccProfile('p3').toBuffer();
    const fitted = await darkroom.expectFitted(bytes);
    expect(fitted).toMatchObject({ mimeType: jpeg, extension: 'jpg', width: 60, height: 40 });
    expect(await decode(fitted.path)).toEqual(await decode(bytes));
    expect((await sharp(fitted.path).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
  });

  it('an image that only its metadata makes too large', async () => {
    const bare = await noise().jpeg().toBuffer();
    const long = { IFD0: { Make: 'Ada'.repeat(3000) } };
    const bytes = await noise().jpeg().withExif(long).toBuffer();
    const fitted = await darkroom.expectFitted(bytes, { bytes: bare.length + 1000 });
    expect(await decode(fitted.path)).toEqual(await decode(bytes));
  });

  it('an animation, and keeps its frames', async () => {
    const bytes = await animate('gif');
    const { path } = await darkroom.expectFitted(insert(bytes, bytes.length - 1, gifExtension(0xfe, 'Ada')));
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await sharp(path).metadata()).toMatchObject({ pages: 3, delay: [50, 200, 90] });
  });
});

describe('fitImage turns', () => {
  /** Four corners in four colours, so that all eight orientations look different. */
  const draw = async () => {
    const colors = ['red', 'lime', 'blue', 'white'];
    const corners = colors.map(async (color, index) => ({
      input: await plain(color, 32, 32).png().toBuffer(),
      left: 32 * (index % 2),
      top: 64 * Math.floor(index / 2),
    }));
    return plain('black', 64, 96).composite(await Promise.all(corners));
  };

  it.each([2, 3, 4, 5, 6, 7, 8])('orientation %d', async (orientation) => {
    for (const format of ['jpeg', 'webp', 'png'] as const) {
      const bytes = await (await draw()).toFormat(format).withMetadata({ orientation }).toBuffer();
      const { path, width, height } = await darkroom.expectFitted(bytes);
      expect([width, height]).toEqual(orientation < 5 ? [64, 96] : [96, 64]);
      expect((await sharp(path).metadata()).orientation).toBeUndefined();
      const shown = await sharp(bytes).autoOrient().png().toBuffer();
      for (const left of [16, width - 16]) {
        for (const top of [16, height - 16]) {
          const difference = distance(await colorAt(path, left, top), await colorAt(shown, left, top));
          expect(difference).toBeLessThan(12);
        }
      }
    }
  });
});

describe('fitImage converts', () => {
  it.each<[string, () => Sharp, string[], string]>([
    ['an opaque PNG', () => noise().png(), [webp, jpeg, gif], jpeg],
    ['an opaque PNG', () => noise().png(), [webp, gif], webp],
    ['an opaque WebP', () => noise().webp(), [png, gif], png],
    ['a PNG that could be transparent and is not', () => noise().ensureAlpha().png(), [jpeg, webp], jpeg],
    ['a transparent PNG', () => plain(glass).png(), [jpeg, webp], webp],
    ['a transparent WebP', () => plain(glass).webp(), [jpeg, png], png],
    ['a transparent PNG', () => plain(glass).png(), [jpeg], jpeg],
    ['a transparent GIF', () => plain({ ...glass, alpha: 0 }).gif(), [jpeg, png], png],
    ['a JPEG', () => noise().jpeg(), [png, webp], webp],
  ])('%s', async (_what, make, types, expected) => {
    expect(await darkroom.expectFitted(make(), { types })).toMatchObject({ mimeType: expected });
  });

  it('a PNG that is too large by the same rule, although PNG is accepted', async () => {
    const fitted = await darkroom.expectFitted(noise().png(), { side: 30 });
    expect(fitted).toMatchObject({ mimeType: jpeg, width: 30, height: 20 });
  });

  it('transparency into white if the type has none', async () => {
    const { path } = await darkroom.expectFitted(plain(glass).png(), { types: [jpeg] });
    expect(distance(await colorAt(path, 30, 20), [128, 128, 255, 255])).toBeLessThan(4);
  });

  it('transparency into transparency', async () => {
    const { path } = await darkroom.expectFitted(plain(glass).png(), { types: [webp] });
    expect(distance(await colorAt(path, 30, 20), [0, 0, 255, 128])).toBeLessThan(8);
  });

  it('a transparent PNG of too many bytes into a smaller one, or a JPEG where that had half the sides', async () => {
    const bytes = await noise(300, 200).ensureAlpha(0.5).png().toBuffer();
    const half = Math.round(bytes.length / 2);
    const smaller = await darkroom.expectFitted(bytes, { types: [jpeg, png], bytes: half });
    expect(smaller.mimeType).toBe(png);
    expect(smaller.width).toBeGreaterThan(150);
    const eighth = Math.round(bytes.length / 8);
    const white = await darkroom.expectFitted(bytes, { types: [jpeg, png], bytes: eighth });
    expect(white).toMatchObject({ mimeType: jpeg, width: 300 });
    const least = await darkroom.expectFitted(bytes, { types: [png], bytes: eighth });
    expect(least.mimeType).toBe(png);
    expect(least.width).toBeLessThan(150);
  });

  const red = () => plain('#ff0000').removeAlpha();
  it.each<[string, () => Sharp, number]>([
    ['CMYK', () => red().toColourspace('cmyk').jpeg({ quality: 100 }), 30],
    ['wide gamut', () => red().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).withIccProfile('p3'), 6],
    ['16 bits', () => red().toColourspace('rgb16').png(), 4],
  ])('%s into plain sRGB', async (_what, make, tolerance) => {
    for (const types of [[jpeg], [webp], [png]]) {
      const { path } = await darkroom.expectFitted(make(), { types, side: 50 });
      const meta = await sharp(path).metadata();
      expect(meta).toMatchObject({ space: 'srgb', depth: 'uchar', hasProfile: false });
      expect(distance(await colorAt(path, 10, 10), [255, 0, 0, 255])).toBeLessThan(tolerance);
    }
  });
});
