/** A zip file of this machine, written one entry after the other, none of which is ever in memory as a whole. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface Zip {
  /** `compress`: not for what is compressed by its own format. */
  add(name: string, bytes: AsyncIterable<Uint8Array>, compress: boolean): Promise<void>;
  /** Bytes written so far. */
  size(): number;
  /** Completes the file and answers its size. Without it, what was written is no zip file. */
  end(): Promise<number>;
}

/** At a path where nothing is yet. `signal` breaks it off; `at` is the time that entries show. */
export function openZip(path: string, at: Date, signal: AbortSignal): Zip {
  const zip = new ZipFile();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, file, { signal });
  zip.on('error', (error: Error) => file.destroy(error));
  // Whoever adds the next entry, or ends it, hears of it.
  written.catch(() => undefined);
  return {
    async add(name, bytes, compress) {
      signal.throwIfAborted();
      const stream = Readable.from(bytes, { objectMode: false });
      try {
        const read = finished(stream, { signal });
        // When the writing fails first, that is what is said.
        read.catch(() => undefined);
        zip.addReadStream(stream, name, { compress, mtime: at, mode: 0o100644 });
        await Promise.race([read, written]);
      } finally {
        stream.destroy();
      }
    },
    size: () => file.bytesWritten,
    async end() {
      zip.end();
      await written;
      return file.bytesWritten;
    },
  };
}
