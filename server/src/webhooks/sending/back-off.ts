/** When a failed try is repeated. After three days without any success the webhook is disabled. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds after the first failure, the second, …; the last for all further ones. */
const steps = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR] as const;
const LONGEST = 10 * HOUR;
/** Spread, so that receivers which came back are not met by everybody at once. */
const JITTER = 0.2;

/** Seconds. `tries` that failed before this one; `wait`: what the receiver asked for, in seconds. */
export function backOff(tries: number, wait: number | null, random: () => number = Math.random): number {
  if (wait !== null) return Math.min(Math.max(wait, steps[0]), LONGEST);
  return (steps[tries] ?? LONGEST) * (1 - JITTER / 2 + JITTER * random());
}
