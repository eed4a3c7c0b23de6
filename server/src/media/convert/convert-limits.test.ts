import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Darkroom, imageTypes, openDarkroom } from '../../../test/support/darkroom.ts';
import {
  animate,
  damagePng,
  exif,
  makeApng,
  makeFrames,
  noise,
  plain,
} from '../../../test/support/images.ts';
import { fitImage } from './convert.ts';

let darkroom: Darkroom;
beforeAll(async () => {
  darkroom = await openDarkroom();
});
afterAll(() => darkroom[Symbol.asyncDispose]());

const photo = () => noise(300, 200);

describe('fitImage meets the limit', () => {
  it.each([
    ['jpeg', 0.9],
    ['jpeg', 0.3],
    ['jpeg', 0.05],
    ['webp', 0.3],
    ['webp', 0.05],
  ] as const)('of bytes with a %s, nearly, at a share of %d', async (format, share) => {
    const bytes = await photo().toFormat(format, { quality: 100 }).toBuffer();
    const limit = Math.round(bytes.length * share);
    const { size, width, height } = await darkroom.expectFitted(bytes, {
      types: [`image/${format}`],
      bytes: limit,
    });
    expect(size).toBeLessThanOrEqual(limit);
    if (share < 0.9) expect(size).toBeGreaterThan(0.7 * limit);
    if (share === 0.9) expect(width).toBe(300);
    if (share === 0.05) expect(width).toBeLessThan(300);
    expect(width / height).toBeCloseTo(1.5, 1);
  });

  it('at full size, with full chroma at high quality', async () => {
    const bytes = await photo().jpeg({ quality: 100 }).toBuffer();
    const { path, width } = await darkroom.expectFitted(bytes, { bytes: bytes.length - 1 });
    expect(width).toBe(300);
    expect((await sharp(path).metadata()).chromaSubsampling).toBe('4:4:4');
  });

  it.each([
    [{ side: 150 }, 150, 100],
    [{ pixels: 15_000 }, 150, 100],
    [{ side: 225, pixels: 15_000 }, 150, 100],
    [{ side: 100, pixels: 15_000 }, 100, 66],
    [{ side: 1 }, 1, 1],
  ])('of %o', async (bounds, width, height) => {
    expect(await darkroom.expectFitted(photo().jpeg(), bounds)).toMatchObject({ width, height });
  });

  it('of sides as displayed', async () => {
    const bytes = await photo().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await darkroom.expectFitted(bytes, { side: 150 })).toMatchObject({ width: 100, height: 150 });
  });

  it('of WebP itself, whose sides end at 16,383 pixels', async () => {
    const line = plain('red', 17_000, 2).png();
    const fitted = await darkroom.expectFitted(line, { types: ['image/webp'] });
    expect(fitted).toMatchObject({ width: 16_383, height: 1 });
  });

  it('with equal bytes each time', async () => {
    const bytes = await photo().png().toBuffer();
    const [one, other] = [
      await darkroom.expectFitted(bytes, { bytes: 9000 }),
      await darkroom.expectFitted(bytes, { bytes: 9000 }),
    ];
    expect((await readFile(one.path)).equals(await readFile(other.path))).toBe(true);
  });
});

describe('fitImage refuses', () => {
  it.each(['gif', 'webp'] as const)('to reduce an animated %s to one frame', async (format) => {
    const bytes = await animate(format);
    expect(await darkroom.refusal(bytes, { types: ['image/jpeg'] })).toMatch(/is animated.*image\/jpeg/);
    expect(await darkroom.refusal(bytes, { bytes: 1000 })).toMatch(/is animated.*maximum: 1000/);
    expect(await darkroom.refusal(bytes, { side: 30 })).toMatch(/is animated.*maximum: 30/);
    expect(await darkroom.refusal(bytes, { pixels: 1000 })).toMatch(/is animated.*maximum: 1000/);
  });

  it('to reduce an animated PNG to one frame', async () => {
    expect(await darkroom.refusal(await makeApng(await makeFrames()), { bytes: 1000 })).toMatch(
      /is animated/,
    );
  });

  it('an animation that would have to be rotated', async () => {
    const bytes = await sharp(await makeFrames(), { join: { animated: true } })
      .webp()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await darkroom.refusal(bytes, {})).toMatch(/is animated.*rotated/);
  });

  it.each([
    { bytes: 100 },
    { bytes: 0 },
    { pixels: 0 },
    { side: 0 },
    { types: ['image/gif'] },
    { types: ['image/avif'] },
    { types: [] },
  ])('bounds that no image can meet: %o', async (bounds) => {
    expect(await darkroom.refusal(photo().jpeg(), bounds)).toMatch(/^This image .*\.$/);
  });

  it('a damaged image', async () => {
    expect(await darkroom.refusal(await damagePng(), { types: ['image/jpeg'] })).toMatch(/is damaged/);
  });

  it('a line that would become thinner than a pixel', async () => {
    const line = plain('red', 1000, 1).png();
    expect(await darkroom.refusal(line, { pixels: 100 })).toMatch(/1000 × 1 pixels/);
  });

  it('to overwrite a file', async () => {
    const source = await darkroom.store(noise().jpeg().withExif(exif));
    const target = darkroom.nextPath();
    await writeFile(target, 'mine');
    const jpeg = { mimeType: 'image/jpeg', animated: false };
    await expect(fitImage(source, jpeg, { types: imageTypes }, target)).rejects.toThrow('EEXIST');
    expect(await readFile(target, 'utf8')).toBe('mine');
  });
});
