/** Who may change the posts of others. */
import { type Caller, publishesDirectly } from '../access/roles.ts';
import { Problem } from '../base/problem.ts';
import type { PostRow } from './rows.ts';

/**
 * Throws 403 for a scheduled post of another author, unless the caller may publish: only callers who may decide to
 * publish may reverse that decision.
 */
export function requireOwnOrOpen(who: Caller, post: Pick<PostRow, 'status' | 'author_id'>): void {
  const isOpen = post.status === 'draft' || post.status === 'pending_approval';
  if (isOpen || post.author_id === who.userId || publishesDirectly(who)) return;
  const message =
    'Somebody else wrote this post, and it was scheduled already. Ask somebody who may publish.';
  throw new Problem('forbidden', { message });
}
