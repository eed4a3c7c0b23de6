/** Arranges posts again and again, and keeps what stayed as it was: a cell whose posts did not change is not drawn anew. */
import type { CalendarDay } from './days.ts';
import { arrange } from './days.ts';
import type { PlacedPost } from './shown.ts';

type Posts = readonly PlacedPost['post'][];

export function createArranger() {
  let before: ReadonlyMap<string, PlacedPost[]> = new Map();
  return (posts: Posts, days: readonly CalendarDay[], zone: string): ReadonlyMap<string, PlacedPost[]> => {
    const fresh = arrange(posts, days, zone);
    before = new Map([...fresh].map(([name, now]) => [name, keepSame(before.get(name) ?? [], now)]));
    return before;
  };
}

function keepSame(before: PlacedPost[], now: PlacedPost[]): PlacedPost[] {
  const known = new Map(before.map((one) => [one.post.id, one]));
  const kept = now.map((one) => {
    const old = known.get(one.post.id);
    return old?.post === one.post && old.time === one.time && old.again === one.again ? old : one;
  });
  return kept.length === before.length && kept.every((one, at) => one === before[at]) ? before : kept;
}
