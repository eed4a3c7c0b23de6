/** Changes what networks get of a file. */
import type { Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import {
  isShownElsewhere,
  lockShowing,
  requireOwnReach,
  voidByMedia,
  voidConsents,
} from '../../posts/index.ts';
import { lockMedia, type MediaRow } from './store.ts';

/** Gets the locked row and returns the changed one. Undefined: nothing that networks get has changed. */
type Change = (tx: Tx, old: MediaRow) => Promise<MediaRow | undefined>;

/** Approvals and consents of posts that show the file end with the change. Returns the row as it is then. */
export async function changeShown(
  ctx: Pick<Context, 'db' | 'networks'>,
  who: Caller,
  id: number,
  change: Change,
): Promise<MediaRow> {
  for (;;) {
    const row = await ctx.db.transaction((tx) => changeOnce(ctx, tx, who, id, change));
    if (row !== undefined) return row;
  }
}

/** Undefined if a post attached the file meanwhile. Posts must be locked before files, so the caller starts again. */
async function changeOnce(
  ctx: Pick<Context, 'networks'>,
  tx: Tx,
  who: Caller,
  id: number,
  change: Change,
): Promise<MediaRow | undefined> {
  const posts = await lockShowing(tx, who.workspaceId, id);
  const old = orNotFound(await lockMedia(tx, who.workspaceId, id));
  if (await isShownElsewhere(tx, who.workspaceId, id, posts)) return undefined;
  const row = await change(tx, old);
  if (row === undefined) return old;
  requireOwnReach(who, posts);
  await voidByMedia(tx, who, id, posts);
  await voidConsents(ctx, tx, who, id, posts);
  return row;
}
