import type { Media } from '../core/network.ts';
import { makeMedia } from './media.ts';

/** A file with these bytes. */
export function makeFile(bytes: Uint8Array, facts: Partial<Media> = {}): Media {
  const size = bytes.length;
  async function* open({ start, end = size } = { start: 0, end: size }) {
    yield bytes.subarray(start, end);
  }
  return makeMedia({ size, open, ...facts });
}
