/** The calendar: all posts of a window in short form. */
import { allow, type Caller } from '../../access/roles.ts';
import { findMatches } from '../../search/index.ts';
import type { ReadingCtx } from '../reading/answers.ts';
import type { PostFilter } from '../reading/store.ts';
import { valuesOf } from '../rows.ts';
import { writeCalendar } from './present.ts';
import { findStamp, findWindow } from './store.ts';

/** `{"data": [ … ], "truncated": … }`. An unchanged answer is not made again. */
export async function getCalendar(
  ctx: Pick<ReadingCtx, 'db' | 'slices' | 'postCaches'>,
  who: Caller,
  asked: PostFilter,
  q?: string,
): Promise<Uint8Array> {
  allow(who, 'post.read');
  const { db, postCaches } = ctx;
  const matches = await findMatches(ctx, who, q);
  const filter = { ...asked, matches };
  // The stamp says which posts match.
  const key = JSON.stringify([valuesOf(who), asked, matches?.truncated]);
  const keyOf = (stamp: string) => `calendar ${key} ${stamp}`;
  const cached = postCaches.answers.findList(keyOf(await findStamp(db, who, filter)));
  if (cached !== undefined) return cached;
  // A channel may change and change back, so stamp and window must be of one moment.
  const { stamp, window } = await db.transaction(
    async (tx) => ({ stamp: await findStamp(tx, who, filter), window: await findWindow(tx, who, filter) }),
    'snapshot',
  );
  const json = writeCalendar(window, matches?.truncated);
  postCaches.answers.addList(keyOf(stamp), json);
  return json;
}
