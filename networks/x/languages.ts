/** Safe for the browser. */

/**
 * X's code of a language of captions, which has two capitals. Undefined: it has none.
 * https://github.com/xdevplatform/docs/blob/287132819074964da9c1c410ba02df5a06c932d3/openapi.json (2026-11-24)
 */
export function codeOf(tag: string): string | undefined {
  const { language } = new Intl.Locale(tag);
  return language.length === 2 ? language.toUpperCase() : undefined;
}
