/** What a save makes of a post, for the log: what it said before is nowhere else. */
import { isDeepStrictEqual } from 'node:util';
import { fitData } from '../events/lookup.ts';
import type { PostRow, TargetRow } from './rows.ts';
import type { PostWrite } from './store.ts';

export interface Changes {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Texts are cut: the whole would not fit into an event. */
  shortened?: true;
}

/** The fields that differ, and of the targets those. `old` undefined: a new post, which has no before. */
export function changesOf(
  old: { post: PostRow; targets: readonly TargetRow[]; mediaIds: readonly number[] } | undefined,
  write: Pick<PostWrite, 'content' | 'scheduledAt' | 'mediaIds' | 'targets'>,
): Changes {
  if (old === undefined) return {};
  const before = {
    status: old.post.status,
    content: old.post.content,
    scheduled_at: old.post.planned_at,
    media_ids: [...old.mediaIds],
  };
  const after = { content: write.content, scheduled_at: write.scheduledAt, media_ids: [...write.mediaIds] };
  const fields = (['content', 'scheduled_at', 'media_ids'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const open = old.targets.filter(({ status }) => status !== 'published').map(saidOf);
  const next = write.targets.map(saidOf);
  const gone = leaveOut(open, next);
  const come = leaveOut(next, open);
  const pick = (from: object) => Object.fromEntries(fields.map((field) => [field, from[field as never]]));
  return fitData({
    before: { status: before.status, ...pick(before), ...(gone.length > 0 && { targets: gone }) },
    after: { ...pick(after), ...(come.length > 0 && { targets: come }) },
  });
}

type Said = ReturnType<typeof saidOf>;

/** Those of `targets` that `others` do not say alike. A post has one target a channel. */
function leaveOut(targets: readonly Said[], others: readonly Said[]): Said[] {
  const byChannel = new Map(others.map((other) => [other.channel_id, other]));
  return targets.filter((target) => !isDeepStrictEqual(target, byChannel.get(target.channel_id)));
}

function saidOf({ channel_id, content, settings }: Pick<TargetRow, 'channel_id' | 'content' | 'settings'>) {
  return { channel_id, content, settings };
}

/** What a deleted post said. */
export function deletionOf({ status, scheduled_at, content }: PostRow): Changes {
  return fitData({ before: { status, scheduled_at, content } });
}
