/** Loads the image library. No other file does. */
import type { Sharp, SharpOptions } from 'sharp';

/** The largest cameras take 100 megapixels. A decoded pixel needs 4 bytes or more. */
export const MAX_PIXELS = 100_000_000;

export type Open = (bytes: Buffer, options: SharpOptions) => Sharp;

let loaded: Promise<Open> | undefined;

/** Loads sharp with the first image, because it takes tens of megabytes. Enables only four of its many decoders. */
export function loadSharp(): Promise<Open> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    // A second thread does not make a conversion faster.
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => loadersOf(name)) });
    return sharp;
  });
  return loaded;
}

function loadersOf(name: string): string[] {
  return ['File', 'Buffer', 'Source'].map((source) => `VipsForeignLoad${name}${source}`);
}
