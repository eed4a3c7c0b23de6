/** Writes a file of any size as it arrives, in memory that does not grow with it. */
import { open, rm } from 'node:fs/promises';

const blockBytes = 2 ** 20;

/** Answers the size in bytes once the file is durable. On any failure nothing is left at `into`. */
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

/** Few large writes in place of many small ones. The block is the same each time, only its content is not. */
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
 * Gives memory back that nobody reads any more: as garbage, the bytes of a large file pile up by tens of megabytes
 * before they are collected. What shares its memory with others is left alone.
 */
export function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
