/** https://developers.facebook.com/docs/threads/overview (2026-11-22), “Rate limiting” */
import type { Quota } from '../core/network.ts';
import { pathTo } from '../families/meta/graph.ts';
import { readQuotas, requireRoom } from '../families/meta/quota.ts';
import { graphOf, type ThreadsSession } from './api.ts';
import { scopesOf } from './scopes.ts';

/** What Threads counts in 24 hours, and the scope without which it does not tell. */
const kinds = [
  { name: 'posts', prefix: '', assumed: 250, scope: scopesOf.needed[0] },
  { name: 'replies', prefix: 'reply_', assumed: 1000, scope: scopesOf.comments[0] },
  { name: 'deletions', prefix: 'delete_', assumed: 100, scope: scopesOf.removal },
] as const;

type Kind = (typeof kinds)[number];

export async function quota(session: ThreadsSession): Promise<Quota[]> {
  const known = kinds.filter(({ scope }) => session.grant.scopes.includes(scope));
  return readKinds(session, known);
}

async function readKinds(session: ThreadsSession, wanted: readonly Kind[]): Promise<Quota[]> {
  const path = pathTo(session.account.id, 'threads_publishing_limit');
  return (await readQuotas(graphOf(session), path, wanted)).quotas;
}

/** Throws `throttled` if the account may not do so much now. */
export async function requireQuota(
  session: ThreadsSession,
  needed: { [Name in Kind['name']]?: number },
): Promise<true> {
  const wanted = kinds.filter(({ name }) => (needed[name] ?? 0) > 0);
  const quotas = await readKinds(session, wanted);
  const describe = ({ name, used, most }: Quota) =>
    `This account has used ${used} of the ${most} ${name} that Threads allows.`;
  for (const [index, { name }] of wanted.entries())
    requireRoom(quotas[index] as Quota, needed[name] ?? 0, describe);
  return true;
}
