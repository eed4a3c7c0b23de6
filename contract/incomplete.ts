/** What every scheduled post needs besides its content: a time and a channel. */
import { type Detail, detail } from './details.ts';
import type { PostIn } from './posts.ts';

/** The fields of a post that {@link findIncomplete} reads. */
type Sent = {
  readonly [Name in 'status' | 'queue' | 'scheduled_at' | 'publish_in']?: PostIn[Name] | undefined;
} & { readonly targets?: readonly unknown[] | null | undefined };

/** Returns what is missing before the post can be scheduled. A draft needs nothing. */
export function findIncomplete(post: Sent): Detail[] {
  return post.status === 'draft' ? [] : [...checkTime(post), ...checkTargets(post)];
}

function checkTime({ queue, scheduled_at = null, publish_in }: Sent): Detail[] {
  const isQueued = queue === true;
  if (publish_in !== undefined) {
    return isQueued || scheduled_at !== null ? [detail('publish_in', 'time_with_delay')] : [];
  }
  if (!isQueued && scheduled_at === null) return [detail('scheduled_at', 'time_required')];
  return isQueued && scheduled_at !== null ? [detail('queue', 'time_with_queue')] : [];
}

function checkTargets({ targets }: Sent): Detail[] {
  return (targets ?? []).length > 0 ? [] : [detail('targets', 'target_required')];
}
