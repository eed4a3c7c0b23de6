/** Types for the part of yauzl that the tests use. The package has no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  interface Entry {
    fileName: string;
    compressionMethod: number;
  }
  interface Zip {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
  export function fromBufferPromise(bytes: Buffer, options?: { lazyEntries?: boolean }): Promise<Zip>;
}
