/** Turns rows of posts into the API's shapes. The types name the relations that must have been loaded. */

import type { TargetChannel } from '@belfry/contract/channels.ts';
import type { Label } from '@belfry/contract/labels.ts';
import type { Media } from '@belfry/contract/media.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { presentReview } from './reviews/present.ts';
import type { ReviewRow } from './reviews/store.ts';
import { type PostRow, SHOWN_COLUMNS, type ShownColumns, shownAt, type TargetRow } from './rows.ts';

export interface PostRelations {
  /** In order. */
  targets: readonly TargetRow[];
  /** In order. */
  media: readonly Media[];
  /** Those that the targets name, by id. */
  files: readonly Media[];
  /** By id. */
  labels: readonly Label[];
  /** The latest review. Undefined if there is none. */
  review: ReviewRow | undefined;
}

type ShownPost = Omit<PostRow, 'workspace_id'>;
/** Every channel that a target names. */
type Channels = ReadonlyMap<number, TargetChannel>;

export function presentPost(post: ShownPost, relations: PostRelations, channels: Channels): Post {
  const targets = relations.targets.map((target) => {
    const channel = channels.get(target.channel_id);
    if (channel === undefined) throw new Error(`channel ${target.channel_id} was not loaded`);
    return { ...presentTarget(target, relations), channel };
  });
  return { ...presentHead(post, relations), targets };
}

/**
 * The JSON of {@link presentPost}, in pieces of at most one target each. A number stands for the JSON of the channel
 * with this id.
 */
export function* writePost(post: ShownPost, relations: PostRelations): Generator<string | number, void> {
  yield `${openJson(presentHead(post, relations))},"targets":[`;
  let separator = '';
  for (const target of relations.targets) {
    yield `${separator}${openJson(presentTarget(target, relations))},"channel":`;
    yield target.channel_id;
    separator = '},';
  }
  yield relations.targets.length > 0 ? '}]}' : ']}';
}

/** The JSON of an object without its last brace, so that fields can be added. */
function openJson(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

function presentHead(
  post: ShownPost,
  { media, files, labels, review }: PostRelations,
): Omit<Post, 'targets'> {
  return {
    ...shownColumns(post),
    scheduled_at: shownAt(post),
    author: { id: post.author_id, name: post.author_name },
    latest_review: review === undefined ? null : presentReview(review),
    publishes_on_approval: post.publishes_on_approval,
    media: [...media],
    files: [...files],
    labels: [...labels],
  };
}

function shownColumns(post: ShownPost): ShownColumns {
  return Object.fromEntries(SHOWN_COLUMNS.map((column) => [column, post[column]])) as unknown as ShownColumns;
}

/** A published target may have lost files that were deleted since. */
function presentTarget(
  { post_id: _post, position: _place, ...shown }: TargetRow,
  { files }: Pick<PostRelations, 'files'>,
): Omit<Post['targets'][number], 'channel'> {
  const existing = shown.media_ids?.filter((id) => files.some((file) => file.id === id));
  return { ...shown, media_ids: existing ?? null };
}
