/** Connects the Pages on which the person who signs in may publish. */

import { refuse } from '../core/fault.ts';
import { field, textField } from '../core/json.ts';
import type { Account, AccountState, OAuthConnect } from '../core/network.ts';
import { withTier } from '../core/tiers.ts';
import { callApi, type Grant, type LinkedinCaller, type LinkedinSession } from '../families/linkedin/api.ts';
import { type App, warnOfVersion } from '../families/linkedin/app.ts';
import { faultOf } from '../families/linkedin/faults.ts';
import { signInFor } from '../families/linkedin/sign-in.ts';
import { readAuthorUrn } from '../families/linkedin/urn.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role (2026-09-19) */
const roles = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN', 'DIRECT_SPONSORED_CONTENT_POSTER'];

const needs = ['w_organization_social', 'r_organization_social', 'rw_organization_admin'];

interface Role {
  page: string;
  person: string | undefined;
}

export const oauth: OAuthConnect<Grant, App> = signInFor(needs, async (grant, caller) => {
  const found = await listRoles(grant, caller);
  const connected = [];
  for (const { page, person } of found) {
    const account = await readPage(page, grant, caller);
    // One sign-in has one token, so all Pages of a person share it.
    connected.push({ account, ...(person !== undefined && { login: person }) });
  }
  if (connected.length === 0) throw refuse('This person may publish on no LinkedIn Page.');
  return connected;
});

export async function look(session: LinkedinSession): Promise<AccountState> {
  const { account, grant } = session;
  return {
    account: await readPage(account.id, grant, session),
    limits: { scopes: withTier(grant.scopes, session.app) },
  };
}

export async function check(session: LinkedinSession): Promise<string[]> {
  const found = await listRoles(session.grant, session);
  const isOurs = found.some(({ page }) => page === session.account.id);
  const sentence = 'The person who connected this Page no longer has a role that may publish on it.';
  return [...(isOurs ? [] : [sentence]), ...warnOfVersion(session)];
}

async function listRoles({ access }: Grant, caller: LinkedinCaller): Promise<Role[]> {
  const path = '/rest/organizationAcls?q=roleAssignee&state=APPROVED&count=100';
  const response = await callApi(caller, access, { method: 'GET', path, restliMethod: 'FINDER' });
  const elements = field(response.json, 'elements');
  if (response.status !== 200 || !Array.isArray(elements)) throw faultOf(response, caller.now());
  const found = new Map<string, Role>();
  for (const each of elements) {
    const page = readPageUrn(textField(each, 'organization') ?? textField(each, 'organizationTarget'));
    const person = readAuthorUrn(textField(each, 'roleAssignee'));
    if (page !== undefined && roles.includes(textField(each, 'role') ?? ''))
      found.set(page, { page, person });
  }
  return [...found.values()];
}

async function readPage(id: string, { access }: Grant, caller: LinkedinCaller): Promise<Account> {
  const path = `/rest/organizations/${encodeURIComponent(id.split(':').at(-1) ?? '')}`;
  const response = await callApi(caller, access, { method: 'GET', path });
  const name = textField(response.json, 'localizedName');
  if (response.status !== 200 || name === undefined) throw faultOf(response, caller.now());
  // The logo is a URN, whose address ends after some weeks.
  return { id, name, username: textField(response.json, 'vanityName') ?? name, avatarUrl: null };
}

function readPageUrn(text: string | undefined): string | undefined {
  const urn = readAuthorUrn(text);
  return urn?.startsWith('urn:li:organization:') ? urn : undefined;
}
