import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Darkroom, expectMatching, openDarkroom } from '../../../test/support/darkroom.ts';
import { animate, colorAt, exif, noise, plain } from '../../../test/support/images.ts';
import { makeThumbnail } from './convert.ts';

let darkroom: Darkroom;
beforeAll(async () => {
  darkroom = await openDarkroom();
});
afterAll(() => darkroom[Symbol.asyncDispose]());

describe('makeThumbnail draws', () => {
  it.each([
    [300, 200, 100, 100, 66],
    [300, 200, 350, 300, 200],
    [100, 1000, 80, 16, 160],
    [200, 400, 100, 100, 200],
    [1000, 1, 100, 100, 1],
  ])('%d × %d within %d', async (width, height, most, w, h) => {
    const source = await darkroom.store(noise(width, height).jpeg().withExif(exif).withIccProfile('p3'));
    const target = darkroom.nextPath();
    const thumbnail = await makeThumbnail(source, most, target);
    expect(thumbnail).toMatchObject({ mimeType: 'image/webp', extension: 'webp', width: w, height: h });
    await expectMatching(thumbnail, target);
    expect((await sharp(target).metadata()).icc).toBeUndefined();
  });

  it('a rotated image as it is displayed', async () => {
    const source = await darkroom.store(noise(60, 40).jpeg().withMetadata({ orientation: 6 }));
    const thumbnail = await makeThumbnail(source, 20, darkroom.nextPath());
    expect(thumbnail).toMatchObject({ width: 20, height: 30 });
  });

  it.each(['gif', 'webp'] as const)(
    'the first frame of an animated %s, with what is transparent',
    async (format) => {
      const clear = await plain({ r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
      const red = await plain('red').png().toBuffer();
      const target = darkroom.nextPath();
      const thumbnail = await makeThumbnail(
        await darkroom.store(await animate(format, [clear, red, red])),
        30,
        target,
      );
      await expectMatching(thumbnail, target);
      expect((await sharp(target).metadata()).pages ?? 1).toBe(1);
      expect((await colorAt(target, 10, 10))[3]).toBe(0);
    },
  );
});
