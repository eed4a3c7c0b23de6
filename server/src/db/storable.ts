/** JSON as PostgreSQL stores it: it knows neither NUL nor half of a surrogate pair, and networks may send both. */
export function toStorableJson(value: unknown): string {
  // Each escape is read whole, so that an escaped backslash before "u0000" stays what it is.
  return JSON.stringify(value).replace(/\\(u0000|ud[89a-f][\da-f]{2}|.)/g, (whole, sign: string) =>
    sign.length === 1 ? whole : '\\ufffd',
  );
}
