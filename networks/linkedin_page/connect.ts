/** Connects the Pages on which the person who signs in may publish. */
import { refuse } from '../core/fault.ts';
import { textField } from '../core/json.ts';
import type { Account, AccountState } from '../core/network.ts';
import { ask, findElements, type LinkedinSession, type Signed } from '../families/linkedin/api.ts';
import { warnOfVersion } from '../families/linkedin/app.ts';
import { limitsOf, signInFor } from '../families/linkedin/sign-in.ts';
import { readAuthorUrn } from '../families/linkedin/urn.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role (2026-09-19) */
const roles = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN', 'DIRECT_SPONSORED_CONTENT_POSTER'];

/** Of the list of a person's roles. */
const pageSize = 100;
const maxPages = 10;

const needs = ['w_organization_social', 'r_organization_social', 'rw_organization_admin'];

export const { oauth, refresh } = signInFor(needs, async (caller) => {
  const connected = [];
  for (const [page, person] of await listRoles(caller)) {
    const account = await readPage(page, caller);
    // One sign-in has one token, so all Pages of a person share it.
    connected.push({ account, ...(person !== undefined && { login: person }) });
  }
  if (connected.length === 0) throw refuse('This person may publish on no LinkedIn Page.');
  return connected;
});

export async function look(session: LinkedinSession): Promise<AccountState> {
  return { account: await readPage(session.account.id, session), limits: limitsOf(session) };
}

export async function check(session: LinkedinSession): Promise<string[]> {
  const isOurs = (await listRoles(session)).has(session.account.id);
  const sentence = 'The person who connected this Page no longer has a role that may publish on it.';
  return [...(isOurs ? [] : [sentence]), ...warnOfVersion(session)];
}

/** The Pages on which the person may publish, each with the person. */
async function listRoles(caller: Signed): Promise<Map<string, string | undefined>> {
  const found = new Map<string, string | undefined>();
  for await (const each of listAcls(caller)) {
    const page = readAuthorUrn(textField(each, 'organization') ?? textField(each, 'organizationTarget'));
    const isPage = page?.startsWith('urn:li:organization:');
    if (page !== undefined && isPage && roles.includes(textField(each, 'role') ?? ''))
      found.set(page, readAuthorUrn(textField(each, 'roleAssignee')));
  }
  return found;
}

async function* listAcls(caller: Signed): AsyncGenerator<unknown> {
  for (let page = 0; page < maxPages; page += 1) {
    const range = `start=${page * pageSize}&count=${pageSize}`;
    const path = `/rest/organizationAcls?q=roleAssignee&state=APPROVED&${range}`;
    const elements = await findElements(caller, path);
    yield* elements;
    if (elements.length < pageSize) return;
  }
}

function readPage(id: string, caller: Signed): Promise<Account> {
  const path = `/rest/organizations/${encodeURIComponent(id.split(':').at(-1) ?? '')}`;
  return ask(caller, { path }, (json) => {
    const name = textField(json, 'localizedName');
    if (name === undefined) return undefined;
    // The logo is a URN, whose address ends after some weeks.
    return { id, name, username: textField(json, 'vanityName') ?? name, avatarUrl: null };
  });
}
