/** How Threads counts a text. Linear; safe for the browser. */
import { countBytes, countCodePoints } from '../core/text.ts';

/** An emoji with its joiners, skin tones and selectors; a flag; or a keycap. */
const emoji =
  /\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|[\u{e0020}-\u{e007f}])*|\p{Regional_Indicator}+|[0-9#*]\ufe0f?\u20e3/gu;

/**
 * Each emoji counts as its bytes in UTF-8, everything else as one for each code point. Not confirmed: the characters that
 * Threads takes for emoji. These are all that Unicode calls pictures, so the count is never too low.
 */
export function countCharacters(text: string): number {
  let count = countCodePoints(text);
  for (const [found] of text.matchAll(emoji)) count += countBytes(found) - countCodePoints(found);
  return count;
}
