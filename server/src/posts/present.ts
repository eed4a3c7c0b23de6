/** Rows of posts → the API's shapes. The types say which relations must have been loaded. */
import type { Channel, Media, Post } from '@belfry/contract/schemas.ts';
import type { ReviewRow } from '../reviews/lookup.ts';
import { presentReview } from '../reviews/present.ts';
import type { PostRow, TargetRow } from './store.ts';

export interface PostRelations {
  /** Of this post, in order. */
  targets: readonly TargetRow[];
  /** Of this post, in order. */
  media: readonly Media[];
  /** The latest, if there is any. */
  review: ReviewRow | undefined;
  /** Every channel that a target names. */
  channels: ReadonlyMap<number, Channel>;
}

export function presentPost(
  post: Omit<PostRow, 'workspace_id'>,
  { targets, media, channels, review }: PostRelations,
): Post {
  return {
    id: post.id,
    content: post.content,
    status: post.status,
    scheduled_at: post.scheduled_at,
    planned_at: post.planned_at,
    created_at: post.created_at,
    updated_at: post.updated_at,
    author: { id: post.author_id, name: post.author_name },
    latest_review: review === undefined ? null : presentReview(review),
    publishes_on_approval: post.publishes_on_approval,
    media: [...media],
    targets: targets.map((target) => presentTarget(target, channels)),
  };
}

function presentTarget(target: TargetRow, channels: ReadonlyMap<number, Channel>): Post['targets'][number] {
  const channel = channels.get(target.channel_id);
  if (channel === undefined) throw new Error(`channel ${target.channel_id} was not loaded`);
  return {
    id: target.id,
    channel_id: target.channel_id,
    status: target.status,
    content: target.content,
    settings: target.settings,
    error: target.error,
    warnings: target.warnings,
    external_url: target.external_url,
    channel,
  };
}
