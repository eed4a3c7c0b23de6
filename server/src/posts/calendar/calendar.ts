/** The calendar: all posts of a window in short form. */
import { MAX_CALENDAR_POSTS, MAX_FOUND_POSTS } from '@belfry/contract/calendar.ts';
import { allow, type Caller } from '../../access/roles.ts';
import { findMatches } from '../../search/index.ts';
import type { ReadingCtx } from '../reading/answers.ts';
import type { PostFilter } from '../reading/store.ts';
import { valuesOf } from '../rows.ts';
import { writeCalendar } from './present.ts';
import { findStamp, findWindow } from './store.ts';

/** `{"data": [ … ], "truncated": … }`. An unchanged answer is not made again, except that of a search. */
export async function getCalendar(
  ctx: Pick<ReadingCtx, 'db' | 'slices' | 'postCaches'>,
  who: Caller,
  filter: PostFilter,
  q?: string,
): Promise<Uint8Array> {
  allow(who, 'post.read');
  const { db, postCaches } = ctx;
  const matches = await findMatches(ctx, who, q);
  if (matches !== undefined) {
    const window = await findWindow(db, who, { ...filter, matches }, MAX_FOUND_POSTS);
    return writeCalendar(window, { max: MAX_FOUND_POSTS, isCut: matches.truncated });
  }
  const keyOf = (stamp: string) => `calendar ${JSON.stringify([valuesOf(who), filter])} ${stamp}`;
  const cached = postCaches.answers.findList(keyOf(await findStamp(db, who, filter)));
  if (cached !== undefined) return cached;
  // A channel may change and change back, so stamp and window must be of one moment.
  const { stamp, window } = await db.transaction(
    async (tx) => ({
      stamp: await findStamp(tx, who, filter),
      window: await findWindow(tx, who, filter, MAX_CALENDAR_POSTS),
    }),
    'snapshot',
  );
  const json = writeCalendar(window, { max: MAX_CALENDAR_POSTS });
  postCaches.answers.addList(keyOf(stamp), json);
  return json;
}
