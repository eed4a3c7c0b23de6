import type { Db } from '../db/database.ts';
import { deleteOldInvitations } from '../workspaces/invitations/lookup.ts';
import { deleteOldResets } from '../accounts/password-resets/lookup.ts';

/** Deletes links that expired at least a day ago. */
export async function deleteOldLinks(db: Db): Promise<void> {
  await deleteOldInvitations(db);
  await deleteOldResets(db);
}
