/** Writes a file while it arrives, in constant memory. */
import { open, rm } from 'node:fs/promises';

const blockBytes = 2 ** 20;

/** Returns the size in bytes when the file is durable. After an error, `into` does not exist. */
export async function save(chunks: AsyncIterable<Buffer>, into: string): Promise<number> {
  const file = await open(into, 'wx', 0o600);
  try {
    for await (const block of gather(chunks)) await file.writeFile(block);
    await file.sync();
    return (await file.stat()).size;
  } catch (error) {
    await rm(into, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Collects small chunks for few large writes. Reuses one block, so the caller must consume it before the next. */
async function* gather(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(blockBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      const copied = rest.copy(block, filled);
      rest = rest.subarray(copied);
      filled += copied;
      if (filled < block.length) continue;
      yield block;
      filled = 0;
    }
    release(chunk);
  }
  yield block.subarray(0, filled);
}

/**
 * Frees the memory of a buffer at once. Otherwise tens of megabytes of a large file pile up before the garbage
 * collector runs. Does not free memory that other buffers share.
 */
export function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
