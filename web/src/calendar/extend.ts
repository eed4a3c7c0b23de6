/** Shift and the arrows select the posts on the way from one to another. */
import type { Desk } from './desk.tsx';

/** A selection that grows and shrinks with the focus. */
export interface Extent {
  /** Where it began. */
  from: number;
  at: number;
  /** What was selected before. */
  before: ReadonlySet<number>;
  selected: ReadonlySet<number>;
}

/** Returns undefined where the key is not for this: the focus is on no post. */
export function extend(
  page: HTMLElement | null,
  key: string,
  desk: Desk,
  last: Extent | undefined,
): Extent | undefined {
  const chips = [...(page?.querySelectorAll<HTMLElement>('[data-day] [data-post]') ?? [])];
  const focused = document.activeElement?.closest<HTMLElement>('[data-post]') ?? null;
  const at = focused === null ? -1 : chips.indexOf(focused);
  const here = chips[at];
  if (here === undefined) return undefined;
  const isOn = last?.at === idOf(here) && isSame(last.selected, desk.selected);
  const from = isOn ? last.from : idOf(here);
  const before = isOn ? last.before : desk.selected;
  const next = chips[stepFrom(chips, at, key)] ?? here;
  const ends = [chips.findIndex((one) => idOf(one) === from), chips.indexOf(next)].sort((a, b) => a - b);
  const between = chips.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? 0) + 1).map(idOf);
  next.querySelector<HTMLElement>('[data-stop]')?.focus();
  return { from, at: idOf(next), before, selected: before.union(new Set(between)) };
}

const idOf = (chip: HTMLElement) => Number(chip.dataset['post']);

function isSame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.symmetricDifference(other).size === 0;
}

/** Up and down: the post before or after. To the sides: the same place on the next day that has posts. */
function stepFrom(chips: readonly HTMLElement[], at: number, key: string): number {
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  if (key === 'ArrowUp' || key === 'ArrowDown') return at + sign;
  const dayAt = (index: number) => chips[index]?.closest('[data-day]');
  const startOf = (index: number) => chips.findIndex((_, one) => dayAt(one) === dayAt(index));
  const beside = sign > 0 ? chips.findLastIndex((_, one) => dayAt(one) === dayAt(at)) + 1 : startOf(at) - 1;
  if (chips[beside] === undefined) return at;
  const first = startOf(beside);
  const last = chips.findLastIndex((_, one) => dayAt(one) === dayAt(beside));
  return Math.min(first + at - startOf(at), last);
}
