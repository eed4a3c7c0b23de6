/** Connects the profile of the person who signs in. */

import type { AccountState, OAuthConnect } from '../core/network.ts';
import { withTier } from '../core/tiers.ts';
import type { Grant, LinkedinSession } from '../families/linkedin/api.ts';
import { type App, warnOfVersion } from '../families/linkedin/app.ts';
import { readPerson, signInFor } from '../families/linkedin/sign-in.ts';

export const oauth: OAuthConnect<Grant, App> = signInFor(['w_member_social'], async (grant, caller) => [
  { account: await readPerson(grant, caller) },
]);

export async function look(session: LinkedinSession): Promise<AccountState> {
  const { grant } = session;
  return {
    account: await readPerson(grant, session),
    limits: { scopes: withTier(grant.scopes, session.app) },
  };
}

/** The person may have removed Belfry’s access, which would otherwise go unnoticed until a post is due. */
export async function check(session: LinkedinSession): Promise<string[]> {
  await readPerson(session.grant, session);
  return warnOfVersion(session);
}
