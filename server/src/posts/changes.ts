/** The changes that a save makes to a post, for its event. Only the event keeps the former content. */
import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '@belfry/contract/event-kinds.ts';
import { type Written, writtenOf } from '@belfry/contract/written.ts';
import { fitData } from '../events/index.ts';
import { type PostRow, shownAt } from './rows.ts';
import type { OldPost } from './saving/decide.ts';
import type { SentTarget } from './sent.ts';
import type { PostWrite } from './store.ts';

export type Changes = Pick<EventData['post.saved'], 'before' | 'after' | 'shortened'>;

/** The fields and the targets that differ. A new post has no `old`, and no changes. */
export function changesOf(
  old: Omit<OldPost, 'doubts'> | undefined,
  write: Pick<PostWrite, keyof Written | 'scheduledAt' | 'mediaIds' | 'labelIds'> & {
    targets: readonly TargetContent[];
  },
): Changes {
  if (old === undefined) return {};
  const labelsBefore = old.labels.map(({ id }) => id).sort((a, b) => a - b);
  const labelsAfter = write.labelIds?.toSorted((a, b) => a - b) ?? labelsBefore;
  const before = {
    ...writtenOf(old.post),
    scheduled_at: old.post.planned_at,
    media_ids: [...old.mediaIds],
    label_ids: labelsBefore,
  };
  const after = {
    ...writtenOf(write),
    scheduled_at: write.scheduledAt,
    media_ids: [...write.mediaIds],
    label_ids: labelsAfter,
  };
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const beforeTargets = old.targets.filter(({ status }) => status !== 'published').map(versionOf);
  const afterTargets = write.targets.map(versionOf);
  const removed = listDifferent(beforeTargets, afterTargets);
  const added = listDifferent(afterTargets, beforeTargets);
  const pick = (from: object) => Object.fromEntries(fields.map((field) => [field, from[field as never]]));
  return fitData({
    before: { status: old.post.status, ...pick(before), ...(removed.length > 0 && { targets: removed }) },
    after: { ...pick(after), ...(added.length > 0 && { targets: added }) },
  });
}

/** Whether the changes name any field or target, besides the labels. */
export function isChanged({ before = {}, after = {} }: Changes): boolean {
  const { status: _, label_ids: _before, ...former } = before;
  const { label_ids: _after, ...next } = after;
  return Object.keys(former).length + Object.keys(next).length > 0;
}

type TargetContent = Pick<SentTarget, 'channel_id' | 'content' | 'settings' | 'media_ids' | 'image_fit'>;
type TargetVersion = ReturnType<typeof versionOf>;

/** The targets whose version differs from the one in `others`. A post has one target per channel. */
function listDifferent(targets: readonly TargetVersion[], others: readonly TargetVersion[]): TargetVersion[] {
  const byChannel = new Map(others.map((other) => [other.channel_id, other]));
  return targets.filter((target) => !isDeepStrictEqual(target, byChannel.get(target.channel_id)));
}

function versionOf({ channel_id, content, settings, media_ids, image_fit }: TargetContent) {
  return {
    channel_id,
    content,
    settings,
    ...(media_ids !== null && { media_ids: [...media_ids] }),
    ...(image_fit !== 'pad' && { image_fit }),
  };
}

/** The content of a deleted post. */
export function deletionOf(post: PostRow): EventData['post.deleted'] {
  return fitData({ before: { status: post.status, scheduled_at: shownAt(post), ...writtenOf(post) } });
}
