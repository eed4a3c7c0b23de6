/** Computes the wait before a failed try is repeated. After three days without success, the webhook is disabled. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds after the first failure, the second and so on. The last entry applies to all further ones. */
const steps = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR] as const;
const LONGEST = 10 * HOUR;
/** Spreads retries, so that a receiver that recovers does not get all of them at once. */
const JITTER = 0.2;

/** Returns seconds. `tries`: failed tries before this one. `wait`: the seconds that the receiver asked for. */
export function backOff(tries: number, wait: number | null, random: () => number = Math.random): number {
  if (wait !== null) return Math.min(Math.max(wait, steps[0]), LONGEST);
  return (steps[tries] ?? LONGEST) * (1 - JITTER / 2 + JITTER * random());
}
