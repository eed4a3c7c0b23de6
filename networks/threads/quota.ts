/** https://developers.facebook.com/docs/threads/overview (2026-11-22), “Rate limiting” */
import { NetworkFault } from '../core/fault.ts';
import { field } from '../core/json.ts';
import type { Quota } from '../core/network.ts';
import { statedNumber } from '../core/stated.ts';
import { askGraph, dataOf, pathTo } from '../families/meta/graph.ts';
import { graphOf, type ThreadsSession } from './api.ts';
import { scopesOf } from './scopes.ts';

/** What Threads counts in 24 hours, and the scope without which it does not tell. */
const kinds = {
  posts: { prefix: '', assumed: 250, scope: scopesOf.needed[0] },
  replies: { prefix: 'reply_', assumed: 1000, scope: scopesOf.comments[0] },
  deletions: { prefix: 'delete_', assumed: 100, scope: scopesOf.removal },
} as const;

type Kind = keyof typeof kinds;

/** Seconds. Threads counts the last 24 hours, and does not say when the oldest call leaves them. */
const wait = 3600;

export function quota(session: ThreadsSession): Promise<Quota[]> {
  const { scopes } = session.grant;
  const known = (Object.keys(kinds) as Kind[]).filter((kind) => scopes.includes(kinds[kind].scope));
  return readQuota(session, known);
}

async function readQuota(session: ThreadsSession, wanted: readonly Kind[]): Promise<Quota[]> {
  const fields = wanted.flatMap((kind) => {
    const { prefix } = kinds[kind];
    return [`${prefix}quota_usage`, `${prefix}config`];
  });
  const path = pathTo(session.account.id, 'threads_publishing_limit');
  const json = await askGraph(graphOf(session), { method: 'GET', path, query: { fields: fields.join(',') } });
  const [first] = dataOf(json);
  return wanted.map((kind) => {
    const { prefix, assumed } = kinds[kind];
    const number = (...names: string[]) => statedNumber(field(first, ...names), 0, 1_000_000);
    return {
      name: `${kind} in 24 hours`,
      used: number(`${prefix}quota_usage`) ?? 0,
      most: number(`${prefix}config`, 'quota_total') ?? assumed,
      scope: 'channel',
      resetsAt: null,
    };
  });
}

/** Throws `throttled` if the account may not do so much now. */
export async function requireQuota(
  session: ThreadsSession,
  needed: Partial<Record<Kind, number>>,
): Promise<true> {
  const wanted = Object.entries(needed).filter(([, count]) => count > 0) as [Kind, number][];
  const quotas = await readQuota(
    session,
    wanted.map(([kind]) => kind),
  );
  for (const [index, [, count]] of wanted.entries()) {
    const { name, used, most } = quotas[index] as Quota;
    if (used + count <= most) continue;
    const message = `This account has used ${used} of the ${most} ${name} that Threads allows.`;
    throw new NetworkFault({ kind: 'throttled', message, retryAfter: wait, scope: 'channel' });
  }
  return true;
}
