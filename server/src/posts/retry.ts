/** What saving a post again may do to targets that went out, or may have. */
import { invalid, Problem } from '../problem.ts';
import type { TargetRow } from './rows.ts';
import type { SentPost, SentTarget } from './sent.ts';

/** The targets a save writes: a channel that already shows the post is left alone, whatever the body says. */
export function openTargets(body: SentPost, live: ReadonlySet<number>): SentTarget[] {
  return (body.targets ?? []).filter((target) => !live.has(target.channel_id));
}

/** Throws where the save would take back what the public sees, or forget what it may see. */
export function requireRetryAllowed(
  body: SentPost,
  published: readonly TargetRow[],
  doubts: readonly TargetRow[],
  open: readonly SentTarget[],
): void {
  const hasPublished = published.length > 0;
  if (hasPublished && body.status === 'draft') throw new Problem('post_partly_published');
  if (hasPublished && open.length === 0) {
    throw invalid({ targets: ['targets names only channels that already show this post.'] });
  }
  const confirmed = new Set(body.confirm_resend);
  const missing = forgotten(body, doubts, open).filter((id) => !confirmed.has(id));
  if (missing.length > 0) throw new Problem('confirm_resend_required', { details: { target_ids: missing } });
}

/** Those of the doubts that this save would send again or drop; a draft that keeps them keeps the doubt. */
function forgotten(body: SentPost, doubts: readonly TargetRow[], open: readonly SentTarget[]): number[] {
  const kept = new Set(body.status === 'draft' ? open.map((target) => target.channel_id) : []);
  return doubts.filter((target) => !kept.has(target.channel_id)).map(({ id }) => id);
}
