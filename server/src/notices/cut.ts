/** UTF-16 units that one character as people count them may have. */
const LONGEST_CHARACTER = 20;

/** At most so many characters as people count them. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most * LONGEST_CHARACTER);
  const characters = Array.from(new Intl.Segmenter().segment(start), ({ segment }) => segment);
  // The last one may have been cut itself.
  const isWhole = start.length === text.length && characters.length <= most;
  return isWhole ? text : `${characters.slice(0, Math.min(most, characters.length) - 1).join('')}…`;
}
