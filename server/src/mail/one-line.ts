/** A name of somebody or something may hold line breaks; a header, or a sentence of ours, must not. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
