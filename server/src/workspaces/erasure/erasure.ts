/** Use cases of deleting a workspace: ask for it, and see how far its erasure is. `erase.ts` does the work. */
import type { Erasure } from '@belfry/contract/data-routes.ts';
import type { Context } from '../../context.ts';
import { found, invalid } from '../../problem.ts';
import type { Person } from '../../sessions/person.ts';
import { lockWorkspace } from '../lookup.ts';
import type { Caller } from '../roles.ts';
import { allow } from '../roles.ts';
import type { ErasureRow } from './store.ts';
import { closeWorkspace, findErasure } from './store.ts';

type Ctx = Pick<Context, 'db' | 'log'>;

/** Seconds in which requests that were on their way may end, before the first row goes. */
const QUIET = 60;

/** `name` must be the workspace's. Nobody can open the workspace from then on, and nothing of it is published. */
export async function deleteWorkspace(ctx: Ctx, who: Caller, { name }: { name: string }): Promise<Erasure> {
  allow(who, 'workspace.own');
  const erasure = await ctx.db.transaction(async (tx) => {
    const workspace = found(await lockWorkspace(tx, who.workspaceId));
    if (workspace.name !== name) {
      throw invalid({ name: [`name must be that of the workspace, “${workspace.name}”, letter by letter.`] });
    }
    return closeWorkspace(tx, workspace.id, who.userId, { quiet: QUIET });
  });
  ctx.log.info({ workspace: who.workspaceId, user: who.userId }, 'a workspace was deleted');
  return present(erasure);
}

export async function getErasure(
  { db }: Pick<Ctx, 'db'>,
  { userId }: Pick<Person, 'userId'>,
  id: number,
): Promise<Erasure> {
  const row = found(await findErasure(db, userId, id));
  return present(row);
}

function present({ id, workspace_id, state, done, total, created_at, ended_at }: ErasureRow): Erasure {
  return { id, workspace_id, state, progress: { done, total }, created_at, ended_at };
}
