/** What the specs of Facebook and Instagram have in common. */
import type { Media } from '../../core/network.ts';
import type { NetworkSpec } from '../../testing/kit.ts';
import { makeMedia } from '../../testing/media.ts';

const cover = makeMedia({ id: 7, mimeType: 'image/jpeg' });
const otherCover = makeMedia({
  ...cover,
  id: 8,
  size: 1,
  async *open() {
    yield Uint8Array.of(1);
  },
});

export const covers: ReadonlyMap<number, Media> = new Map([
  [7, cover],
  [8, otherCover],
]);

/** A story has no text, and each of several is a post of its own. Only photos of posts have descriptions. */
export const shows: NonNullable<NetworkSpec['shows']> = ({ text, media, settings: { format } }) =>
  format === 'story'
    ? media.map((file) => ({ text: '', media: [{ ...file, altText: null }] }))
    : [{ text, media }];
