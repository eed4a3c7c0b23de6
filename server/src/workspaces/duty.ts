import type { Db } from '../db/database.ts';
import { forgetInvitations } from './invitations/lookup.ts';
import { forgetResets } from './password-resets/lookup.ts';

/** Links that ended a day ago or longer are of no use even to say so. */
export async function forgetOldLinks(db: Db): Promise<void> {
  await forgetInvitations(db);
  await forgetResets(db);
}
