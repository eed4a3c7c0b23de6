import { deleteOldResets } from '../accounts/index.ts';
import type { Db } from '../db/database.ts';
import { deleteOldInvitations } from '../workspaces/index.ts';

/** Deletes links that expired at least a day ago. */
export async function deleteOldLinks(db: Db): Promise<void> {
  await deleteOldInvitations(db);
  await deleteOldResets(db);
}
