/** What stands in a cell: posts, free slots and the line of the present, by their order in time. */
import { shownOf } from './bands.ts';
import type { PlacedPost } from './shown.ts';
import type { FreeSlot } from './slots.ts';

export type Entry =
  | { kind: 'post'; at: number; placed: PlacedPost }
  | { kind: 'slot'; at: number; slot: FreeSlot }
  | { kind: 'now'; at: number };

export interface Contents {
  posts: readonly PlacedPost[];
  slots?: readonly FreeSlot[];
  /** Milliseconds since 1970. Undefined: the present is not in this cell. */
  now?: number | undefined;
  /** Posts that are shown at most. Default: all. */
  most?: number;
  kept?: number | undefined;
}

const order = { post: 0, now: 1, slot: 2 };

/** `hidden`: the number of posts that are left out. */
export function entriesOf({ posts, slots = [], now, most, kept }: Contents): {
  entries: Entry[];
  hidden: number;
} {
  const shown = most === undefined ? posts : shownOf(posts, most, kept);
  const entries: Entry[] = [
    ...shown.map((placed): Entry => ({ kind: 'post', at: Date.parse(placed.post.at), placed })),
    ...slots.map((slot): Entry => ({ kind: 'slot', at: slot.at, slot })),
    ...(now === undefined ? [] : [{ kind: 'now', at: now } as const]),
  ];
  entries.sort((one, other) => one.at - other.at || order[one.kind] - order[other.kind]);
  return { entries, hidden: posts.length - shown.length };
}
