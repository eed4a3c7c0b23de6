/** Points in time as the API takes and shows them: ISO 8601, microseconds, UTC. */

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d))?$/;
const MINUTE = 60_000;

export function isMoment(text: string): boolean {
  return toMoment(text) !== undefined;
}

/**
 * An ISO 8601 time with any offset (none: UTC) as `YYYY-MM-DDTHH:MM:SS.ffffffZ`; undefined when it is not one.
 * Times that no calendar has are refused, and so is a leap second: PostgreSQL and POSIX time know none.
 */
export function toMoment(text: string): string | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as Six;
  const local = Date.UTC(2000, month - 1, day, hour, minute, second);
  const date = new Date(local);
  // Date.UTC reads years below 100 as 19xx.
  date.setUTCFullYear(year, month - 1, day);
  const exists =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  const [sign, offsetHours, offsetMinutes] = [match[9], Number(match[10] ?? 0), Number(match[11] ?? 0)];
  if (!exists || month < 1 || year < 1 || offsetHours > 15 || offsetMinutes > 59) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * (sign === '-' ? -1 : 1);
  const utc = new Date(date.getTime() - offset * MINUTE);
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return undefined;
  const micros = (match[7] ?? '').slice(0, 6).padEnd(6, '0');
  return `${utc.toISOString().slice(0, 19)}.${micros}Z`;
}

type Six = [number, number, number, number, number, number];
