/** Connects the profile of the person who signs in. */

import type { AccountState } from '../core/network.ts';
import type { LinkedinSession } from '../families/linkedin/api.ts';
import { warnOfVersion } from '../families/linkedin/app.ts';
import { limitsOf, readPerson, signInFor } from '../families/linkedin/sign-in.ts';

export const { oauth, refresh } = signInFor(['w_member_social'], async (caller) => [
  { account: await readPerson(caller) },
]);

export async function look(session: LinkedinSession): Promise<AccountState> {
  return { account: await readPerson(session), limits: limitsOf(session) };
}

/** The person may have removed Belfry’s access, which would otherwise go unnoticed until a post is due. */
export async function check(session: LinkedinSession): Promise<string[]> {
  await readPerson(session);
  return warnOfVersion(session);
}
