/** The days of a calendar, and the posts of each: one list and one function for every view. */
import type { State } from '@belfry/contract/states.ts';
import { type Day, Temporal, type Zoned } from '../data/time.ts';

/** The fields of a post on which its place in a calendar depends. */
export interface Dated {
  id: number;
  /** ISO 8601. */
  at: string;
  state: State;
}

/** How the clocks of a day are changed. Times such as `02:00`. */
export interface ClockChange {
  kind: 'skipped' | 'repeated';
  from: string;
  to: string;
  /** The length of the day. */
  hours: number;
}

export interface CalendarDay {
  /** Such as `2026-12-10`. */
  name: string;
  day: Day;
  /** Milliseconds since 1970. The end is the start of the next day. */
  start: number;
  end: number;
  change: ClockChange | undefined;
}

/** A post at its place. */
export interface Placed<Post extends Dated = Dated> {
  post: Post;
  /** Such as `09:30`. */
  time: string;
  hour: number;
  minute: number;
  /** It is in the second of two hours that have the same name. */
  again: boolean;
}

export function dayIn(day: Day, zone: string): CalendarDay {
  const start = day.toZonedDateTime(zone);
  const end = day.add({ days: 1 }).toZonedDateTime(zone);
  return {
    name: day.toString(),
    day,
    start: start.epochMilliseconds,
    end: end.epochMilliseconds,
    change: changeBetween(start, end),
  };
}

function changeBetween(start: Zoned, end: Zoned): ClockChange | undefined {
  // A day can begin with the change itself.
  const change = start.subtract({ nanoseconds: 1 }).getTimeZoneTransition('next');
  if (change === null || change.epochMilliseconds >= end.epochMilliseconds) return undefined;
  const wall = change.toPlainDateTime();
  const shift = change.offsetNanoseconds - change.subtract({ nanoseconds: 1 }).offsetNanoseconds;
  const before = wall.subtract({ nanoseconds: shift });
  const [from, to] = shift > 0 ? [before, wall] : [wall, before];
  return {
    kind: shift > 0 ? 'skipped' : 'repeated',
    from: nameOf(from.hour, from.minute),
    to: nameOf(to.hour, to.minute),
    hours: (end.epochMilliseconds - start.epochMilliseconds) / 3_600_000,
  };
}

/** Such as `09:30`. */
export function nameOf(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The posts of each day, earliest first. Posts on other days are left out. */
export function arrange<Post extends Dated>(
  posts: readonly Post[],
  days: readonly CalendarDay[],
  zone: string,
): Map<string, Placed<Post>[]> {
  const placed = new Map(days.map(({ name }) => [name, [] as Placed<Post>[]]));
  const dated = posts.map((post) => ({ post, at: Date.parse(post.at) }));
  for (const { post, at } of dated.sort((a, b) => a.at - b.at || a.post.id - b.post.id)) {
    const day = findDay(days, at);
    if (day !== undefined) placed.get(day.name)?.push({ post, ...placeAt(at, day, zone) });
  }
  return placed;
}

function findDay(days: readonly CalendarDay[], at: number): CalendarDay | undefined {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const day = days[low];
  return day !== undefined && day.start <= at ? day : undefined;
}

/** The place of an instant in its day. Only days with a clock change need the rules of the zone. */
export function placeAt(at: number, day: CalendarDay, zone: string): Omit<Placed, 'post'> {
  if (day.change === undefined) {
    const minutes = Math.floor((at - day.start) / 60_000);
    const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
    return { time: nameOf(hour, minute), hour, minute, again: false };
  }
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const { hour, minute } = there;
  return { time: nameOf(hour, minute), hour, minute, again: isAgain(there) };
}

/** Whether a clock of the zone has shown this time before on the same day. */
function isAgain(there: Zoned): boolean {
  const first = there.toPlainDateTime().toZonedDateTime(there.timeZoneId, { disambiguation: 'earlier' });
  return first.epochNanoseconds < there.epochNanoseconds;
}

/** The instant of an hour and minute of a day, by the rule of the queue: skipped times go forward. */
export function instantOf(day: Day, zone: string, hour: number, minute: number, again = false): Zoned {
  return day
    .toPlainDateTime({ hour, minute })
    .toZonedDateTime(zone, { disambiguation: again ? 'later' : 'compatible' });
}
