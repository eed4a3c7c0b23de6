/** Keeps files on this machine while they arrive. Each has a random name and is removed unless a store adopts it. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface Incoming extends AsyncDisposable {
  path: string;
}

/** Milliseconds without a write. Every upload and download has a much shorter deadline. */
const ABANDONED_AFTER = 3_600_000;

/** Returns a new path. Disposing of it removes the file there, if any. */
export async function openIncoming(dataDir: string): Promise<Incoming> {
  const directory = join(dataDir, 'incoming');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, randomUUID());
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

export async function receive(bytes: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
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
