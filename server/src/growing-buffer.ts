/**
 * Bytes that arrive in pieces, copied together as they come. A sender decides how small the pieces are, and each one
 * that is kept takes hundreds of bytes: 12 MB in pieces of one byte took 5 GB.
 */
import { Buffer } from 'node:buffer';

const FIRST_ROOM = 4096;

export class GrowingBuffer {
  #bytes = Buffer.alloc(0);
  #size = 0;

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#bytes.length) this.#grow(size);
    this.#bytes.set(piece, this.#size);
    this.#size = size;
  }

  clear(): void {
    this.take();
  }

  /** All that was added, in memory that nothing else uses. What is added later begins anew. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#size);
    this.#bytes = Buffer.alloc(0);
    this.#size = 0;
    return taken;
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(least, 2 * this.#bytes.length, FIRST_ROOM));
    larger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = larger;
  }
}
