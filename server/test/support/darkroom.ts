/** Converts images for networks, as the library does. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageBounds } from '@belfry/networks/core/images.ts';
import type { Sharp } from 'sharp';
import { expect } from 'vitest';
import { CannotFit, type Fitted, fitImage } from '../../src/media/convert/convert.ts';
import { probeFile } from '../../src/media/probe/probe.ts';

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

export interface Darkroom extends AsyncDisposable {
  /** A path without a file. */
  nextPath(): string;
  /** The path of the image's file. */
  store(image: Sharp | Buffer): Promise<string>;
  /** Bounds without types accept all types. Returns undefined and writes no file when the image already fits. */
  fit(image: Sharp | Buffer, bounds?: Partial<ImageBounds>): Promise<(Fitted & { path: string }) | undefined>;
  /** Fails unless a file was written, matches its description and has no trace of `exif`. */
  expectFitted(image: Sharp | Buffer, bounds?: Partial<ImageBounds>): Promise<Fitted & { path: string }>;
  /** The sentence of the error, or "fitted". */
  refusal(image: Sharp | Buffer, bounds: Partial<ImageBounds>): Promise<string>;
}

export async function openDarkroom(): Promise<Darkroom> {
  const directory = await mkdtemp(join(tmpdir(), 'convert-'));
  let count = 0;
  const nextPath = () => join(directory, String(++count));
  const store = async (image: Sharp | Buffer) => {
    const path = nextPath();
    await writeFile(path, Buffer.isBuffer(image) ? image : await image.toBuffer());
    return path;
  };
  const fit: Darkroom['fit'] = async (image, bounds = {}) => {
    const [source, path] = [await store(image), nextPath()];
    const probed = await probeFile(source, 'images');
    const fitted = await fitImage(source, probed, { types: imageTypes, ...bounds }, path).catch(
      async (error) => {
        await expectNothing(path);
        throw error;
      },
    );
    if (fitted === undefined) await expectNothing(path);
    return fitted && { ...fitted, path };
  };
  return {
    nextPath,
    store,
    fit,
    async expectFitted(image, bounds) {
      const fitted = await fit(image, bounds);
      if (fitted === undefined) throw new Error('The image already fitted.');
      await expectMatching(fitted, fitted.path);
      return fitted;
    },
    refusal: (image, bounds) =>
      fit(image, bounds).then(
        () => 'fitted',
        (error) => (error instanceof CannotFit ? error.message : String(error)),
      ),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

async function expectNothing(path: string): Promise<void> {
  await expect(stat(path)).rejects.toThrow('ENOENT');
}

/** Expects that the file matches its description, is readable only for its owner, and has no metadata. */
export async function expectMatching(fitted: Fitted, path: string): Promise<void> {
  const { mimeType, extension, size, width, height } = fitted;
  expect(await probeFile(path, 'images')).toMatchObject({ mimeType, extension, width, height });
  expect(await stat(path)).toMatchObject({ size, mode: 0o100600 });
  expect((await readFile(path)).toString('latin1')).not.toMatch(/Exif|of Ada|xmpmeta/);
}
