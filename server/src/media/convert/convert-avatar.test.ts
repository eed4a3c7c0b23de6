import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Darkroom, expectMatching, openDarkroom } from '../../../test/support/darkroom.ts';
import { colorAt, distance, exif, makeApng, makeFrames, noise, plain } from '../../../test/support/images.ts';
import { CannotFit, makeAvatar } from './convert.ts';

let darkroom: Darkroom;
beforeAll(async () => {
  darkroom = await openDarkroom();
});
afterAll(() => darkroom[Symbol.asyncDispose]());

describe('makeAvatar', () => {
  it.each([
    [300, 200, 128],
    [200, 4000, 128],
    [128, 128, 128],
    [48, 60, 48],
    [1, 900, 1],
  ])('makes a square of %d × %d, and enlarges nothing', async (width, height, side) => {
    const source = await darkroom.store(noise(width, height).jpeg().withExif(exif));
    const target = darkroom.nextPath();
    const made = await makeAvatar(source, 128, target);
    expect(made).toMatchObject({ mimeType: 'image/webp', extension: 'webp', width: side, height: side });
    await expectMatching(made, target);
  });

  it('shows the middle', async () => {
    const sides = await plain('red', 100, 100).png().toBuffer();
    const source = await darkroom.store(
      plain('blue', 300, 100)
        .composite([{ input: sides, left: 100, top: 0 }])
        .png(),
    );
    const target = darkroom.nextPath();
    await makeAvatar(source, 64, target);
    for (const at of [2, 32, 61])
      expect(distance(await colorAt(target, at, at), [255, 0, 0, 255])).toBeLessThan(12);
  });

  it('keeps what is transparent', async () => {
    const target = darkroom.nextPath();
    await makeAvatar(await darkroom.store(plain({ r: 0, g: 0, b: 0, alpha: 0 }).png()), 20, target);
    expect((await colorAt(target, 10, 10))[3]).toBe(0);
  });

  it('accepts an animated PNG', async () => {
    const source = await darkroom.store(await makeApng(await makeFrames()));
    expect(await makeAvatar(source, 20, darkroom.nextPath())).toMatchObject({ width: 20 });
  });

  it.each([
    ['a text', () => Buffer.from('not a picture')],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a picture of 36 megapixels', () => plain('red', 6000, 6000).png()],
  ])('refuses %s, and writes no file', async (_, make) => {
    const target = darkroom.nextPath();
    await expect(makeAvatar(await darkroom.store(make()), 128, target)).rejects.toBeInstanceOf(CannotFit);
    expect(existsSync(target)).toBe(false);
  });
});
