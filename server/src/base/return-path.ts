/** After a sign-in, a browser may be redirected only to this installation. */

/** The path, query and fragment. Anything else than a path of this installation becomes `/`. */
export function readReturnPath(publicUrl: string, text: string | undefined): string {
  // Browsers read \ as / and drop tabs and line breaks, so a text that looks like a path may name another host.
  if (text === undefined || !/^\/[!-[\]-~]*$/.test(text)) return '/';
  const url = URL.parse(text, publicUrl);
  if (url === null || url.origin !== new URL(publicUrl).origin) return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
}
