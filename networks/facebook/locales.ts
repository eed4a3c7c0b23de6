/** Safe for the browser. */

/** Those that do not follow from the language. Not confirmed: that Facebook takes all others, and these for captions. */
const own: Readonly<Record<string, string>> = { ar: 'ar_AR', 'es-419': 'es_LA' };

/**
 * Facebook's locale of captions, which needs a country: `en` is `en_US`. Undefined: the language has no usual country.
 * https://developers.facebook.com/docs/graph-api/reference/video/captions/ (2026-11-24)
 */
export function localeOf(tag: string): string | undefined {
  const { language, region } = new Intl.Locale(tag).maximize();
  return own[tag] ?? (region === undefined ? undefined : `${language}_${region}`);
}
