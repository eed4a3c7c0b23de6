/** Formats numbers and times for people. */

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${figure(number)} ${number === 1 ? noun : plural}`;
}

export function figure(number: number): string {
  return number.toLocaleString('en');
}

/** In minutes, from two hours on in hours. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
}

/** `2026-11-21T09:00:00.123456Z` → `2026-11-21 09:00:00 UTC`. */
export function readMoment(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`;
}
