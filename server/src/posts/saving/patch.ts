/** Turns a patch into the whole post that it means. */
import { detail } from '@belfry/contract/details.ts';
import type { PostPatch } from '@belfry/contract/post-changes.ts';
import type { PostIn } from '@belfry/contract/posts.ts';
import { writtenOf } from '@belfry/contract/written.ts';
import { invalid } from '../../base/problem.ts';
import type { TargetRow } from '../rows.ts';
import { readPost, type SentPost } from '../sent.ts';
import type { OldPost } from './decide.ts';

/** Throws 422 as {@link readPost} does, and for a failed post without a `status` in the patch. */
export function wholePost(patch: PostPatch, old: Omit<OldPost, 'doubts' | 'labels'>): SentPost {
  const { post } = old;
  const setsTime = patch.scheduled_at !== undefined || patch.queue === true || patch.publish_in !== undefined;
  return readPost({
    ...(setsTime ? {} : { scheduled_at: post.planned_at }),
    ...patch,
    status: patch.status ?? statusOf(post.status),
    ...copyOf(old),
  });
}

/** What a post shows, as a client would send it. */
export function copyOf({ post, targets, mediaIds }: Omit<OldPost, 'doubts' | 'labels'>) {
  return { ...writtenOf(post), media_ids: [...mediaIds], targets: targets.map(toInput) };
}

function statusOf(status: OldPost['post']['status']): PostIn['status'] {
  if (status === 'failed') throw invalid([detail('status', 'required')]);
  return status === 'draft' ? 'draft' : 'scheduled';
}

function toInput({ channel_id, content, settings, media_ids, image_fit }: TargetRow) {
  return { channel_id, content, settings, media_ids, image_fit };
}
