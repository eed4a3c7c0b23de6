/** Rules for saving a post with targets that were published, or may have been. */
import { isDeepStrictEqual } from 'node:util';
import { detail } from '@belfry/contract/details.ts';
import { invalid, Problem } from '../base/problem.ts';
import type { TargetRow } from './rows.ts';
import type { OldPost } from './saving/decide.ts';
import type { SentPost, SentTarget } from './sent.ts';
import type { PostWrite } from './store.ts';

/** The targets that a save writes. It ignores channels that already show the post. */
export function openTargets(body: SentPost, live: ReadonlySet<number>): SentTarget[] {
  return (body.targets ?? []).filter((target) => !live.has(target.channel_id));
}

/**
 * The published targets, after a save of the post's own text and files. What went out as these stays: it becomes the
 * target's own.
 */
export function keepPublished(
  published: readonly TargetRow[],
  old: Pick<OldPost, 'post' | 'mediaIds'>,
  { content, mediaIds }: Pick<PostWrite, 'content' | 'mediaIds'>,
): TargetRow[] {
  const text = content === old.post.content ? null : old.post.content;
  const files = isDeepStrictEqual(mediaIds, old.mediaIds) ? null : [...old.mediaIds];
  return published.map((target) => ({
    ...target,
    content: target.content ?? text,
    media_ids: target.media_ids ?? files,
  }));
}

/** Throws if the save would drop a published target, or a doubt without the client's confirmation. */
export function requireRetryAllowed(
  body: SentPost,
  published: readonly TargetRow[],
  doubts: readonly TargetRow[],
  open: readonly SentTarget[],
): void {
  const hasPublished = published.length > 0;
  if (hasPublished && body.status === 'draft') throw new Problem('post_partly_published');
  if (hasPublished && open.length === 0) throw invalid([detail('targets', 'only_published')]);
  const confirmed = new Set(body.confirm_resend);
  const missing = droppedDoubts(body, doubts, open).filter((id) => !confirmed.has(id));
  if (missing.length > 0) throw new Problem('confirm_resend_required', { details: { target_ids: missing } });
}

/** The doubts whose targets this save would send again or drop. A draft keeps the doubt of a target that it keeps. */
function droppedDoubts(body: SentPost, doubts: readonly TargetRow[], open: readonly SentTarget[]): number[] {
  const kept = new Set(body.status === 'draft' ? open.map((target) => target.channel_id) : []);
  return doubts.filter((target) => !kept.has(target.channel_id)).map(({ id }) => id);
}
