/** Reads a time of day as people write it. */

/** `9`, `9:30`, `9.30`, `930`, `09:30`. Undefined: it is no time. */
export function readTime(text: string): { hour: number; minute: number } | undefined {
  const [, hours, minutes = '0'] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:h|Uhr)?\s*$/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  return hours !== undefined && hour < 24 && minute < 60 ? { hour, minute } : undefined;
}
