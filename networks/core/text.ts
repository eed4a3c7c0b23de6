/** How networks count text. Pure, and safe for the browser. */

/** `weighted`: as the network's own `count` in its rules counts. */
export type TextUnit = 'graphemes' | 'characters' | 'utf16' | 'bytes' | 'weighted';

/** Made when it is first needed: a browser takes 10 ms. */
let segmenter: Intl.Segmenter | undefined;
const ASCII = /^[\x20-\x7e\n\t]*$/;

/** User-perceived characters: a family emoji is one. */
export function countGraphemes(text: string): number {
  if (ASCII.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) count += 1;
  return count;
}

/** As many whole graphemes from the beginning as fit into so many UTF-16 units. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of graphemesOf(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
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

/** UTF-16 units, as JavaScript and most APIs of Java count. */
function countUtf16(text: string): number {
  return text.length;
}

export const countText: Record<TextUnit, (text: string) => number> = {
  graphemes: countGraphemes,
  characters: countCodePoints,
  utf16: countUtf16,
  bytes: countBytes,
  weighted: countCodePoints,
};

/** Applies a way of counting to a text. */
export type Counting = (count: (text: string) => number, text: string) => number;

export const countEachTime: Counting = (count, text) => count(text);

/** For one post on many channels: counts each shared text once. */
export function countOnce(): Counting {
  const known = new Map<unknown, Map<string, number>>();
  return (count, text) => {
    const lengths = known.get(count) ?? new Map<string, number>();
    known.set(count, lengths);
    const length = lengths.get(text) ?? count(text);
    lengths.set(text, length);
    return length;
  };
}

/**
 * Where the text ends if the characters at its end that match `tail` are removed. `tail` describes one character. This
 * tests each character once; the regular expression `tail+$` would test a run of them again from each of its
 * characters.
 */
export function endBefore(text: string, tail: RegExp, from = text.length): number {
  let end = from;
  while (end > 0) {
    const start = end - (isPair(text, end) ? 2 : 1);
    if (!tail.test(text.slice(start, end))) break;
    end = start;
  }
  return end;
}

function isPair(text: string, end: number): boolean {
  return end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff;
}

const longMarks = /\p{M}{31}/u;

/**
 * The text in NFC. A text with more marks on one letter than any script uses is returned unchanged, because sorting n
 * marks takes n² steps.
 */
export function composeText(text: string): string {
  return longMarks.test(text) ? text : text.normalize('NFC');
}
