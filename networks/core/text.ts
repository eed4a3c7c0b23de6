/** How networks count text. Pure, and safe for the browser. */

export type TextUnit = 'graphemes' | 'characters' | 'bytes';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ASCII = /^[\x20-\x7e\n\t]*$/;

/** User-perceived characters: a family emoji is one. */
export function countGraphemes(text: string): number {
  if (ASCII.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Unicode code points. */
export function countCodePoints(text: string): number {
  if (ASCII.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Bytes as UTF-8. */
export function countBytes(text: string): number {
  return ASCII.test(text) ? text.length : new TextEncoder().encode(text).length;
}

export const countText: Record<TextUnit, (text: string) => number> = {
  graphemes: countGraphemes,
  characters: countCodePoints,
  bytes: countBytes,
};
