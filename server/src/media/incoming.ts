/** Where files lie while they arrive: on this machine, under names of our own, and gone when nobody took them over. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface Incoming extends AsyncDisposable {
  path: string;
}

/** Milliseconds after which nobody can still be writing: every arrival has a deadline far below. */
const ABANDONED = 3_600_000;

/** A path where nothing is yet; what lies there at the end is removed. */
export async function openIncoming(dataDir: string): Promise<Incoming> {
  const directory = join(dataDir, 'incoming');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, randomUUID());
  return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

export async function receive(bytes: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

/** Removes what nobody has written to for `idle` milliseconds, as a killed process left it; answers how many that were. */
export async function clearAbandoned(dataDir: string, idle = ABANDONED): Promise<number> {
  const directory = join(dataDir, 'incoming');
  // The file system's own clock dates files, and this machine's is as near to it as any.
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
