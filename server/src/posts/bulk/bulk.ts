/** One act on many posts: each by the use case of its own request, one after the other. */
import type { BulkAction, BulkIn, BulkResult } from '@belfry/contract/bulk.ts';
import { detail } from '@belfry/contract/details.ts';
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { Database, Tx } from '../../db/database.ts';
import { describeProblem } from '../../http/index.ts';
import { acts } from './acts.ts';
import { lockPosts } from './store.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'networks' | 'slices'>;

export async function changePosts(ctx: Ctx, who: Caller, input: BulkIn): Promise<BulkResult[]> {
  allow(who, 'post.write');
  requireSense(input);
  return input.mode === 'all' ? changeAll(ctx, who, input) : changeEach(ctx, who, input);
}

function requireSense({ action, days, label_ids, posts }: BulkIn): void {
  if (action === 'move' && days === undefined) throw invalid([detail('days', 'required')]);
  const needsLabels = action === 'label' || action === 'unlabel';
  if (needsLabels && label_ids === undefined) throw invalid([detail('label_ids', 'required')]);
  const repeated = new Set(posts.map(({ id }) => id)).size < posts.length;
  if (repeated) throw invalid([detail('posts', 'repeated_entry')]);
}

async function changeEach(ctx: Ctx, who: Caller, { posts, ...input }: BulkIn): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const post of posts) results.push(await changeOne(ctx, who, input, post));
  return results;
}

/** In one transaction, which is rolled back if a post is refused. */
async function changeAll(ctx: Ctx, who: Caller, input: BulkIn): Promise<BulkResult[]> {
  const refusal = new Refused();
  try {
    return await ctx.db.transaction(async (tx) => {
      const ids = input.posts.map(({ id }) => id);
      await lockPosts(tx, who.workspaceId, ids);
      const results = await changeEach({ ...ctx, db: within(ctx.db, tx) }, who, input);
      if (results.every(({ status }) => status === 'done')) return results;
      refusal.results = results.map(({ id, error }) => ({ id, status: 'refused', ...(error && { error }) }));
      throw refusal;
    });
  } catch (error) {
    if (error === refusal) return refusal.results;
    throw error;
  }
}

/** Rolls a transaction back. */
class Refused extends Error {
  results: BulkResult[] = [];
}

/** The database for use cases that begin transactions of their own: they all become part of this one. */
function within(db: Database, tx: Tx): Database {
  return { ...db, rows: tx.rows, row: tx.row, transaction: (work) => work({ ...tx, last: tx }) };
}

type Shared = Omit<BulkIn, 'posts'> & { action: BulkAction };

async function changeOne(
  ctx: Ctx,
  who: Caller,
  input: Shared,
  { id, version }: BulkIn['posts'][number],
): Promise<BulkResult> {
  const ifMatch = version === undefined ? undefined : `"${version}"`;
  try {
    return { id, status: 'done', ...(await acts[input.action](ctx, who, { id, ifMatch, input })) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id, status: 'refused', error: describeProblem(error) };
  }
}
