/** UTF-16 units of one visible character. */
const MAX_UNITS = 20;

/** Cuts the text to `max` visible characters (grapheme clusters). */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max * MAX_UNITS);
  const characters = Array.from(new Intl.Segmenter().segment(start), ({ segment }) => segment);
  // The slice may have cut the last character, which is dropped below.
  const isWhole = start.length === text.length && characters.length <= max;
  return isWhole ? text : `${characters.slice(0, Math.min(max, characters.length) - 1).join('')}…`;
}
