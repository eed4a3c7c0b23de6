/** Whose posts somebody may change. */
import { Problem } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { publishesDirectly } from '../workspaces/roles.ts';
import type { PostRow } from './rows.ts';

/**
 * Throws 403 for a post of somebody else of which it is decided that it goes out, where the caller could not decide
 * that: taking it back is a decision as well.
 */
export function requireOwnOrOpen(who: Caller, post: Pick<PostRow, 'status' | 'author_id'>): void {
  const isOpen = post.status === 'draft' || post.status === 'pending_approval';
  if (isOpen || post.author_id === who.userId || publishesDirectly(who)) return;
  const message =
    'Somebody else wrote this post, and it is decided that it goes out; ask somebody who may publish.';
  throw new Problem('forbidden', { message });
}
