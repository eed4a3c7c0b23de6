/** Writes a local zip file, entry by entry. It never has a whole entry in memory. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface Zip {
  /** `compress`: false for formats that are compressed already. */
  add(name: string, bytes: AsyncIterable<Uint8Array>, compress: boolean): Promise<void>;
  /** Bytes written so far. */
  size(): number;
  /** Completes the file and answers its size. Without this call, the file is not a valid zip. */
  end(): Promise<number>;
}

/** `path` must not exist yet. `signal` aborts the writing. `at` is the modification time of the entries. */
export function openZip(path: string, at: Date, signal: AbortSignal): Zip {
  const zip = new ZipFile();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, file, { signal });
  zip.on('error', (error: Error) => file.destroy(error));
  // The next call of add or end throws this error.
  written.catch(() => undefined);
  return {
    async add(name, bytes, compress) {
      signal.throwIfAborted();
      const stream = Readable.from(bytes, { objectMode: false });
      try {
        const read = finished(stream, { signal });
        // If writing fails first, the race throws that error and this one is ignored.
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
