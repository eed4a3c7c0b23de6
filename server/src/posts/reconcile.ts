/** Asks the networks about copies that may be live without our knowing. Nothing is sent. */
import type { Post } from '@belfry/contract/schemas.ts';
import { lockChannels } from '../channels/lookup.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { allow } from '../workspaces/roles.ts';
import { canMove } from './lifecycle.ts';
import { getPost, lockForChange, type Versioned } from './posts.ts';
import * as store from './store.ts';

/** What is found is adopted as published; what is not stays as it was, since nobody can prove that it is not live. */
export async function reconcilePost(
  ctx: Pick<Context, 'db' | 'networks' | 'clock'>,
  who: Caller,
  id: number,
  ifMatch: string | undefined,
): Promise<Versioned<Post>> {
  allow(who, 'post.write');
  await ctx.db.transaction(async (tx) => {
    const post = await lockForChange(tx, who, id, ifMatch);
    const doubts = await store.listDoubts(tx, who.workspaceId, id);
    if (!canMove('ask', post.status) || doubts.length === 0) throw new Problem('nothing_in_doubt');
    const channels = doubts.map((target) => target.channel_id);
    await lockChannels(tx, who.workspaceId, channels, false);
    await store.askAbout(
      tx,
      who,
      id,
      doubts.map((target) => target.id),
    );
  });
  return getPost(ctx, who, id);
}
