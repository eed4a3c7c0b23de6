/** What a person wrote as a moment, in the zone of the workspace. */
import { readWhen } from '@belfry/contract/when.ts';
import { nowIn, Temporal } from '../data/time.ts';

/** `skipped`: the clocks jump over it. `repeated`: it comes twice. */
export type ReadMoment =
  | { kind: 'unknown' }
  | { kind: 'past'; at: string }
  | { kind: 'exact'; at: string }
  | { kind: 'skipped'; at: string; asked: string }
  | { kind: 'repeated'; first: string; second: string };

export function readMoment(text: string, zone: string, now = nowIn(zone)): ReadMoment {
  const found = readWhen(text, now);
  if (found === undefined) return { kind: 'unknown' };
  const { year, month, day, minute } = found;
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour: found.hour ?? 9, minute: minute ?? 0 });
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(zone, { disambiguation }),
  );
  if (first === undefined || second === undefined) return { kind: 'unknown' };
  const isTwo = first.epochMilliseconds !== second.epochMilliseconds;
  const isReal = first.toPlainDateTime().equals(wall);
  if (isTwo && isReal && first.epochMilliseconds > now.epochMilliseconds)
    return { kind: 'repeated', first: first.toInstant().toString(), second: second.toInstant().toString() };
  // The rule of the queue: a time that is skipped goes forward.
  const at = (isTwo ? second : first).toInstant().toString();
  if (Date.parse(at) <= now.epochMilliseconds) return { kind: 'past', at };
  if (!isTwo) return { kind: 'exact', at };
  return { kind: 'skipped', at, asked: wall.toPlainTime().toString({ smallestUnit: 'minute' }) };
}

const keyOfTime = (workspace: number) => `belfry.time.${workspace}`;

/** The time of day that this person used last. */
export function lastTime(workspace: number): string {
  return localStorage.getItem(keyOfTime(workspace)) ?? '9:00';
}

export function rememberTime(workspace: number, time: string): void {
  localStorage.setItem(keyOfTime(workspace), time);
}
