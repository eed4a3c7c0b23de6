/** JSON that PostgreSQL can store. PostgreSQL refuses NUL and lone surrogates, and networks may send both. */
export function toStorableJson(value: unknown): string {
  // Matches whole escapes, so that an escaped backslash before "u0000" is not changed.
  return JSON.stringify(value).replace(/\\(u0000|ud[89a-f][\da-f]{2}|.)/g, (whole, sign: string) =>
    sign.length === 1 ? whole : '\\ufffd',
  );
}
