/** Counts of posts that a client shows beside its places. */
import { allow, type Caller } from '../../access/roles.ts';
import type { Context } from '../../base/context.ts';
import { countByStatus } from './store.ts';

type Ctx = Pick<Context, 'db'>;

export function countDrafts({ db }: Ctx, who: Caller): Promise<number> {
  allow(who, 'post.read');
  return countByStatus(db, who, 'draft');
}

/** Posts that wait for approval. */
export function countPending({ db }: Ctx, who: Caller): Promise<number> {
  allow(who, 'review.decide');
  return countByStatus(db, who, 'pending_approval');
}
