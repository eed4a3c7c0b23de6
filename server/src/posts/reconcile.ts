/** Asks the networks about copies that may be live. Nothing is sent. */
import { canMove } from '@belfry/contract/lifecycle.ts';
import { allow, type Caller } from '../access/roles.ts';
import { Problem } from '../base/problem.ts';
import { lockChannels } from '../channels/index.ts';
import type { Tx } from '../db/database.ts';
import { lockForChange } from './ownership.ts';
import { type PostsJson, type ReadingCtx, showPost } from './reading/answers.ts';
import type { PostRow } from './rows.ts';
import * as store from './store.ts';

/** A copy that its network shows becomes published. Any other stays in doubt: its absence there proves nothing. */
export async function reconcilePost(
  ctx: ReadingCtx,
  who: Caller,
  id: number,
  ifMatch: string | undefined,
): Promise<{ json: PostsJson; etag: string }> {
  allow(who, 'post.write');
  await ctx.db.transaction(async (tx) => {
    const post = await lockForChange(tx, who, id, ifMatch);
    if ((await askAboutCopies(tx, who, post)).length === 0) throw new Problem('nothing_in_doubt');
  });
  return showPost(ctx, who, id);
}

/** Has the networks asked about the copies in doubt of a locked post, or `only` about these. Returns their targets. */
export async function askAboutCopies(
  tx: Tx,
  asker: store.Requester,
  { id, status }: Pick<PostRow, 'id' | 'status'>,
  only?: ReadonlySet<number>,
): Promise<number[]> {
  const doubts = (await store.listDoubts(tx, asker.workspaceId, id)).filter(
    (target) => only?.has(target.id) ?? true,
  );
  if (!canMove('ask', status) || doubts.length === 0) return [];
  const channels = doubts.map(({ channel_id }) => ({ workspace_id: asker.workspaceId, id: channel_id }));
  await lockChannels(tx, channels, false);
  const targets = doubts.map((target) => target.id);
  await store.askAbout(tx, asker, id, targets);
  return targets;
}
