/** Use cases of deleting a workspace: request it, and read the progress of its erasure. `erase.ts` does the work. */
import { detail } from '@belfry/contract/details.ts';
import type { Erasure } from '@belfry/contract/erasures.ts';
import type { Person } from '../../access/person.ts';
import type { Caller } from '../../access/roles.ts';
import { allow } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, orNotFound } from '../../base/problem.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import type { ErasureRow } from './store.ts';
import { closeWorkspace, findErasure } from './store.ts';

type Ctx = Pick<Context, 'db' | 'log'>;

/** Seconds until the erasure starts, so that requests in flight can finish. */
const DELAY = 60;

/** `name` must be the workspace's name. Members lose access at once, and no post is published any more. */
export async function deleteWorkspace(ctx: Ctx, who: Caller, { name }: { name: string }): Promise<Erasure> {
  allow(who, 'workspace.own');
  const erasure = await ctx.db.transaction(async (tx) => {
    const workspace = orNotFound(await lockWorkspace(tx, who.workspaceId));
    if (workspace.name !== name) throw invalid([detail('name', 'wrong_name', { name: workspace.name })]);
    return closeWorkspace(tx, workspace.id, who.userId, { delay: DELAY });
  });
  ctx.log.info({ workspace: who.workspaceId, user: who.userId }, 'deleted a workspace');
  return present(erasure);
}

export async function getErasure(
  { db }: Pick<Ctx, 'db'>,
  { userId }: Pick<Person, 'userId'>,
  id: number,
): Promise<Erasure> {
  const row = orNotFound(await findErasure(db, userId, id));
  return present(row);
}

function present({ id, workspace_id, state, done, total, created_at, ended_at }: ErasureRow): Erasure {
  return { id, workspace_id, state, progress: { done, total }, created_at, ended_at };
}
