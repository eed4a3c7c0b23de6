/** The week and the day as bands of hours: posts are instants, so a band is as tall as its fullest cell needs. */
import { type CalendarDay, type Dated, nameOf, type Placed } from './days.ts';

/** Chips that a cell shows at most. */
export const MAX_IN_CELL = 4;
/** Hours that are open while posts fill at most `FEW` hours, so that there is room to plan in. */
const WORKING = { from: 8, to: 19 };
const FEW = 2;

export interface Cell<Post extends Dated = Dated> {
  day: CalendarDay;
  /** False: the clocks skip this hour on this day, or do not repeat it. */
  exists: boolean;
  posts: Placed<Post>[];
}

export interface HourBand<Post extends Dated = Dated> {
  kind: 'hour';
  /** Unique in its week, such as `02:00` and `02:00 again`. */
  key: string;
  hour: number;
  again: boolean;
  cells: Cell<Post>[];
}

/** A run of hours with nothing in them. */
export interface Fold {
  kind: 'fold';
  key: string;
  from: string;
  /** The end of the last hour. */
  to: string;
  hours: string[];
}

export type Band<Post extends Dated = Dated> = HourBand<Post> | Fold;

/** The key of the band in which an hour is. */
export function bandKey({ hour, again }: { hour: number; again: boolean }): string {
  return again ? `${nameOf(hour, 0)} again` : nameOf(hour, 0);
}

/** `open`: keys of bands that do not fold although they are empty. */
export function bandsOf<Post extends Dated>(
  placed: ReadonlyMap<string, Placed<Post>[]>,
  days: readonly CalendarDay[],
  open: ReadonlySet<string> = new Set(),
): Band<Post>[] {
  const bands = rowsOf(days).map((row) => fill(row, placed, days));
  const isFilled = ({ cells }: HourBand<Post>) => cells.some(({ posts }) => posts.length > 0);
  const isSparse = bands.filter(isFilled).length <= FEW;
  return foldRuns(bands, (band) => {
    if (open.has(band.key) || isFilled(band)) return true;
    return isSparse && band.hour >= WORKING.from && band.hour < WORKING.to;
  });
}

interface Row {
  hour: number;
  again: boolean;
}

/** The hours that at least one of the days has. */
function rowsOf(days: readonly CalendarDay[]): Row[] {
  const rows = Array.from({ length: 24 }, (_, hour) => [
    { hour, again: false },
    { hour, again: true },
  ]).flat();
  return rows.filter((row) => days.some((day) => hasHour(day, row)));
}

function hasHour({ change }: CalendarDay, { hour, again }: Row): boolean {
  if (change === undefined) return !again;
  const [from, to] = [minutesOf(change.from), minutesOf(change.to) || 24 * 60];
  const [begins, ends] = [hour * 60, (hour + 1) * 60];
  if (again) return change.kind === 'repeated' && begins < to && from < ends;
  return change.kind === 'repeated' || begins < from || to < ends;
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function fill<Post extends Dated>(
  row: Row,
  placed: ReadonlyMap<string, Placed<Post>[]>,
  days: readonly CalendarDay[],
): HourBand<Post> {
  const cells = days.map((day) => ({
    day,
    exists: hasHour(day, row),
    posts: (placed.get(day.name) ?? []).filter(({ hour, again }) => hour === row.hour && again === row.again),
  }));
  return { kind: 'hour', key: bandKey(row), ...row, cells };
}

/** One empty hour between full ones stays, because a fold would not be smaller. */
function foldRuns<Post extends Dated>(
  bands: readonly HourBand<Post>[],
  isOpen: (band: HourBand<Post>) => boolean,
): Band<Post>[] {
  const folded: Band<Post>[] = [];
  let run: HourBand<Post>[] = [];
  const end = () => {
    folded.push(...(run.length > 1 ? [foldOf(run)] : run));
    run = [];
  };
  for (const band of bands) {
    if (isOpen(band)) {
      end();
      folded.push(band);
    } else run.push(band);
  }
  end();
  return folded;
}

function foldOf(run: readonly HourBand[]): Fold {
  const [first, last] = [run[0]?.hour ?? 0, run.at(-1)?.hour ?? 0];
  return {
    kind: 'fold',
    key: `fold ${run[0]?.key}`,
    from: nameOf(first, 0),
    to: nameOf(last + 1, 0),
    hours: run.map(({ key }) => key),
  };
}

/** The first of a cell's posts. `kept` is among them, because it is lifted or has the focus. */
export function shownOf<Post extends Dated>(
  posts: readonly Placed<Post>[],
  most: number,
  kept?: number,
): Placed<Post>[] {
  if (posts.length <= most) return [...posts];
  const shown = posts.slice(0, most);
  const beyond = posts.slice(most).find(({ post }) => post.id === kept);
  return beyond === undefined ? shown : [...shown.slice(0, -1), beyond];
}

/** Posts before the one with this index are over: the line of the present stands before it. */
export function indexOfNow(posts: readonly { post: Dated }[], now: number): number {
  const index = posts.findIndex(({ post }) => Date.parse(post.at) > now);
  return index === -1 ? posts.length : index;
}
