import { open } from 'node:fs/promises';

/** Makes the bytes of a file, or the names in a directory, survive a power failure. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}
