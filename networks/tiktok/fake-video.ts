import type { Media } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';

const block = 64 * 1024;

/** A video of so many bytes, of which every block is different, made as it is read. */
export function makeVideo(size: number, facts: Partial<Media> = {}): Media {
  async function* open({ start, end = size } = { start: 0, end: size }) {
    for (let at = start; at < end; ) {
      const next = Math.min(end, (Math.floor(at / block) + 1) * block);
      yield Buffer.alloc(next - at, Math.floor(at / block) % 251);
      at = next;
    }
  }
  return makeMedia({ kind: 'video', size, open, altText: null, ...facts });
}
