/** What belongs to the whole installation is managed by the owners of its first workspace. */
import type { Caller } from '../access/roles.ts';
import { Problem } from '../base/problem.ts';
import type { Db } from '../db/database.ts';
import { isFirstWorkspace } from './store.ts';

/** Throws `forbidden`. `what`: the subject of the request, in the plural. */
export async function requireFirstWorkspace(
  db: Db,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  what: string,
): Promise<void> {
  if (await isFirstWorkspace(db, workspaceId)) return;
  const message = `Only the owners of the first workspace and the operator of this installation may manage ${what}.`;
  throw new Problem('forbidden', { message });
}
