/** Images of a shape that a network does not accept get white edges, or lose their own. */
import { placesAfter } from '@belfry/networks/core/images.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Darkroom, openDarkroom } from '../../../test/support/darkroom.ts';
import { animate, colorAt, distance, glass, noise, plain } from '../../../test/support/images.ts';

let darkroom: Darkroom;
beforeAll(async () => {
  darkroom = await openDarkroom();
});
afterAll(() => darkroom[Symbol.asyncDispose]());

const ratio = [0.8, 1.91] as const;
const [white, red] = [
  [255, 255, 255, 255],
  [255, 0, 0, 255],
];
const expectColor = async (path: string, left: number, top: number, color: readonly number[] = []) =>
  expect(distance(await colorAt(path, left, top), color)).toBeLessThan(12);

describe('fitImage', () => {
  it.each<[string, number, number, number, number, [number, number]]>([
    ['narrow', 200, 400, 320, 400, [10, 200]],
    ['wide', 600, 200, 600, 315, [300, 10]],
  ])('pads a %s image with white', async (_, width, height, newWidth, newHeight, edge) => {
    const { path, ...fitted } = await darkroom.expectFitted(plain('red', width, height).png(), {
      ratio,
      fit: 'pad',
    });
    expect(fitted).toMatchObject({ width: newWidth, height: newHeight });
    await expectColor(path, ...edge, white);
    await expectColor(path, newWidth - 1 - edge[0], newHeight - 1 - edge[1], white);
    await expectColor(path, newWidth / 2, Math.floor(newHeight / 2), red);
  });

  it.each([
    ['narrow', 200, 400, 200, 250],
    ['wide', 600, 200, 382, 200],
  ])('crops a %s image around its centre', async (_, width, height, newWidth, newHeight) => {
    const image = plain('red', width, height).composite([
      { input: { create: { width: 20, height: 20, channels: 3, background: 'blue' } }, gravity: 'centre' },
    ]);
    const { path, ...fitted } = await darkroom.expectFitted(image.png(), { ratio, fit: 'crop' });
    expect(fitted).toMatchObject({ width: newWidth, height: newHeight });
    await expectColor(path, Math.floor(newWidth / 2), Math.floor(newHeight / 2), [0, 0, 255, 255]);
    await expectColor(path, 1, 1, red);
  });

  it.each([
    ['pad', 200, 400],
    ['pad', 600, 200],
    ['crop', 200, 400],
    ['crop', 600, 200],
  ] as const)('keeps what is shown at a place where it is told (%s, %i × %i)', async (fit, width, height) => {
    const [place, size] = [{ x: 0.4, y: 0.6 }, 20];
    const square = { width: size, height: size, channels: 3, background: 'blue' } as const;
    const [left, top] = [width * place.x - size / 2, height * place.y - size / 2];
    const image = plain('red', width, height).composite([{ input: { create: square }, left, top }]);
    const bounds = { ratio, fit, side: 150 };
    const { path, ...made } = await darkroom.expectFitted(image.png(), bounds);
    const { x, y } = placesAfter({ width, height }, made, bounds)?.(place) ?? place;
    expect([x, y]).not.toEqual([place.x, place.y]);
    await expectColor(path, Math.floor(x * made.width), Math.floor(y * made.height), [0, 0, 255, 255]);
  });

  it('pads a transparent image with white, and keeps it transparent', async () => {
    const { path } = await darkroom.expectFitted(plain(glass, 400, 100).png(), {
      types: ['image/png'],
      ratio,
      fit: 'pad',
    });
    await expectColor(path, 200, 2, white);
    expect((await colorAt(path, 200, 104))[3]).toBeLessThan(140);
  });

  it.each(['pad', 'crop'] as const)('keeps the ratio when it reduces the bytes (%s)', async (fit) => {
    const bounds = { types: ['image/png'], ratio, fit, bytes: 60_000, side: 500 };
    const { size, width, height } = await darkroom.expectFitted(noise(700, 200).png(), bounds);
    expect(size).toBeLessThanOrEqual(60_000);
    expect(width / height).toBeLessThanOrEqual(1.91);
    expect(width / height).toBeGreaterThan(1.85);
  });

  it('leaves an image of an accepted shape alone', async () => {
    expect(await darkroom.fit(noise(300, 200).png(), { ratio, minSide: 200 })).toBeUndefined();
    expect(await darkroom.fit(noise(1000, 520).png(), { ratio })).toBeUndefined();
  });

  it('refuses an image whose shorter side would be too short', async () => {
    const bounds = { ratio, fit: 'crop', minSide: 320 } as const;
    await expect(darkroom.fit(noise(1000, 300).png(), bounds)).rejects.toThrow(
      'This image would have 573 × 300 pixels, but its shorter side needs 320. Belfry does not enlarge images.',
    );
    const tight = { types: ['image/png'], bytes: 20_000, minSide: 190 };
    await expect(darkroom.fit(noise(300, 200).png(), tight)).rejects.toThrow(
      'cannot be reduced to 20000 bytes',
    );
  });

  it('refuses an animation of another shape', async () => {
    await expect(darkroom.fit(await animate('gif'), { ratio: [2, 3] })).rejects.toThrow(
      'its width is 1.5 times its height (allowed: 2 to 3)',
    );
  });
});
