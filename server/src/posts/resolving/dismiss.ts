/** Use case: remove a failed target from the attention list. */
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import { lockForChange, requireOwnOrOpen } from '../ownership.ts';
import { listTargets } from '../store.ts';
import * as store from './store.ts';

/** A second request changes nothing. */
export async function dismissTarget(
  ctx: Pick<Context, 'db'>,
  who: Caller,
  { id, target_id }: { id: number; target_id: number },
): Promise<void> {
  allow(who, 'post.write');
  await ctx.db.transaction(async (tx) => {
    requireOwnOrOpen(who, await lockForChange(tx, who, id, undefined));
    const targets = await listTargets(tx, who.workspaceId, [id]);
    const target = orNotFound(targets.find((each) => each.id === target_id));
    const { status, error } = target;
    if (status !== 'failed' || error?.code === 'outcome_unknown' || error?.code === 'not_approved') {
      throw new Problem('nothing_to_dismiss');
    }
    await store.dismissTarget(tx, who, target);
  });
}
