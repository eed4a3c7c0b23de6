/**
 * Collects bytes that arrive in pieces, in one buffer. Each piece that is kept would cost hundreds of bytes, and a sender
 * can make pieces small: 12 MB in pieces of one byte took 5 GB.
 */
import { Buffer } from 'node:buffer';

const MIN_CAPACITY = 4096;

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

  /** Returns all bytes, in memory that no other object uses, and empties this buffer. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#size);
    this.#bytes = Buffer.alloc(0);
    this.#size = 0;
    return taken;
  }

  #grow(minSize: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(minSize, 2 * this.#bytes.length, MIN_CAPACITY));
    larger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = larger;
  }
}
