/** A file for tests. */
import { readCaptions, sizesOf, writeSrt, writeVtt } from '../core/captions.ts';
import type { CaptionsFormat } from '../core/limits.ts';
import type { Captions, Media } from '../core/network.ts';

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** An image, or a video if its facts say so; the bytes are always an image's. */
export function makeMedia(facts: Partial<Media> = {}): Media {
  const isVideo = facts.kind === 'video';
  return {
    id: 1,
    kind: 'image',
    mimeType: isVideo ? 'video/mp4' : 'image/png',
    name: isVideo ? 'bell.mp4' : 'bell.png',
    size: png.length,
    width: 4,
    height: 3,
    duration: null,
    animated: false,
    altText: 'A bell',
    link: () => 'https://belfry.test/files/bell.png',
    async *open({ start, end } = { start: 0 }) {
      yield png.subarray(start, end);
    },
    ...facts,
  };
}

/** Captions of a video for tests: one line of text in each language. */
export function makeCaptions(format: CaptionsFormat, ...languages: string[]): Captions[] {
  return languages.map((language) => {
    const cues = readCaptions(`1\n00:00:01,000 --> 00:00:02,500\nBells & towers, in ${language}\n`);
    const text = format === 'vtt' ? writeVtt(cues) : writeSrt(cues);
    return { language, sizes: sizesOf(cues), text };
  });
}
