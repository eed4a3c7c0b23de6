/** Keeps files on this machine while they arrive. Each has a random name and is removed unless a store adopts it. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface Incoming extends AsyncDisposable {
  path: string;
}

/** Bytes. Smaller chunks are collected, so that tiny ones do not cost a write each. */
const SMALL_CHUNK = 16 * 1024;
const BLOCK = 64 * 1024;
/** Milliseconds without a write. Every upload and download has a much shorter deadline. */
const ABANDONED_AFTER = 3_600_000;

/** Returns a new path. Disposing of it removes the file there, if any. */
export async function openIncoming(dataDir: string): Promise<Incoming> {
  const directory = join(dataDir, 'incoming');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, randomUUID());
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

/**
 * Writes a new file in constant memory. Returns its size in bytes. It is not durable yet. After an error it does not
 * exist.
 */
export function receive(chunks: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  // It closes the source even if the file cannot be opened.
  return pipeline(chunks, (source: AsyncIterable<Uint8Array>) => write(source, path));
}

async function write(chunks: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  await using file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const block of mergeChunks(chunks)) {
      // A chunk has no length any more once it is freed.
      size += block.length;
      await file.writeFile(block);
    }
    return size;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Collects small chunks, and frees each chunk. The caller must consume a block before it requests the next. */
async function* mergeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const block = Buffer.allocUnsafeSlow(BLOCK);
  let filled = 0;
  for await (const chunk of chunks) {
    const isSmall = chunk.length < SMALL_CHUNK;
    if (filled > 0 && (!isSmall || filled + chunk.length > BLOCK)) {
      yield block.subarray(0, filled);
      filled = 0;
    }
    if (isSmall) {
      block.set(chunk, filled);
      filled += chunk.length;
    } else yield chunk;
    release(chunk);
  }
  yield block.subarray(0, filled);
}

/**
 * Frees the memory of a buffer at once. Otherwise tens of megabytes of a large file pile up, and the garbage collector
 * runs over the whole heap to free them. Does not free memory that other buffers share.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

/** Removes files without a write for `idle` milliseconds, which killed processes left. Returns their number. */
export async function clearAbandoned(dataDir: string, idle = ABANDONED_AFTER): Promise<number> {
  const directory = join(dataDir, 'incoming');
  // The system's clock and not the service's, because the file system dates files with it.
  const now = Date.now();
  let count = 0;
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - Math.floor(mtimeMs) < idle) continue;
    await rm(path, { force: true });
    count += 1;
  }
  return count;
}
