/** Where a browser may be sent after a sign-in: to this installation, and nowhere else. */

/** The path, query and fragment; `/` for whatever is no path of our own. */
export function readReturnPath(publicUrl: string, text: string | undefined): string {
  // Browsers take \ for / and drop tabs and line breaks, so that what looks like a path may name another host.
  if (text === undefined || !/^\/[!-[\]-~]*$/.test(text)) return '/';
  const url = URL.parse(text, publicUrl);
  if (url === null || url.origin !== new URL(publicUrl).origin) return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
}
