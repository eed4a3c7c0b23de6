/** The one way to the image library: no other file loads it. */
import type { Sharp, SharpOptions } from 'sharp';

/** The largest cameras make 100 megapixels; decoded, each takes 4 bytes or more. */
export const MOST_PIXELS = 100_000_000;

export type Open = (bytes: Buffer, options: SharpOptions) => Sharp;

let loaded: Promise<Open> | undefined;

/** Only once a first image comes: sharp takes tens of megabytes. Of its many decoders, four stay reachable. */
export function loadSharp(): Promise<Open> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    // A second thread makes a conversion no faster.
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
