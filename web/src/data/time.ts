/** `Temporal`: the browser's own, or the polyfill where the browser has none. */
export const Temporal =
  (globalThis as { Temporal?: typeof globalThis.Temporal }).Temporal ??
  (await import('temporal-polyfill')).Temporal;

export type Day = Temporal.PlainDate;
export type Zoned = Temporal.ZonedDateTime;

/** A day by its name, such as `2026-12-10`. Undefined: there is no such day. */
export function readDay(name: string): Day | undefined {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(name) ? Temporal.PlainDate.from(name) : undefined;
  } catch {
    return undefined;
  }
}

/** The time of the browser's clock in a zone. */
export function nowIn(zone: string): Zoned {
  return Temporal.Instant.fromEpochMilliseconds(Date.now()).toZonedDateTimeISO(zone);
}
