/** Whether a post has what every post needs, and names what exists. Whether it fits its networks: `fitting.ts`. */
import type { PostIn } from '@belfry/contract/schemas.ts';
import { invalid } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { reaches } from '../workspaces/roles.ts';

/** Ids of channels that show the post already; what the body says of them is left alone. */
const nobody: ReadonlySet<number> = new Set();

export type TargetIn = NonNullable<PostIn['targets']>[number];

/** Throws 422: what every scheduled post needs, whatever the networks. */
export function requireComplete(body: PostIn): void {
  if (body.status === 'draft') return;
  const fields = { ...checkTime(body), ...checkContents(body) };
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function checkTime({ queue = false, scheduled_at = null }: PostIn): Record<string, string[]> {
  if (!queue && scheduled_at === null) {
    return { scheduled_at: ['scheduled_at is required when scheduling, unless queue is true.'] };
  }
  if (queue && scheduled_at !== null) {
    return { queue: ['queue takes the next free slot: leave out scheduled_at.'] };
  }
  return {};
}

function checkContents(body: PostIn): Record<string, string[]> {
  const targets = body.targets ?? [];
  if (targets.length === 0) return { targets: ['targets needs at least one channel when scheduling.'] };
  if ((body.media_ids ?? []).length > 0) return {};
  const empty = targets.flatMap((target, index) => (textOf(body, target).trim() === '' ? [index] : []));
  return Object.fromEntries(
    empty.map((index) => [`targets.${index}.content`, ['This channel has neither text nor media.']]),
  );
}

/** Throws 422 naming each channel or file that does not exist in this workspace. */
export function requireKnown(
  who: Pick<Caller, 'channelIds'>,
  body: PostIn,
  channels: ReadonlyMap<number, { deleted_at: string | null }>,
  media: readonly { id: number }[],
  live = nobody,
): void {
  const fields: Record<string, string[]> = {};
  for (const { index, target } of targetsOf(body, live)) {
    const isThere = channels.get(target.channel_id)?.deleted_at === null;
    if (isThere && reaches(who, target.channel_id)) continue;
    const sentence = `There is no channel ${target.channel_id} in this workspace.`;
    fields[`targets.${index}.channel_id`] = [sentence];
  }
  const known = new Set(media.map(({ id }) => id));
  for (const [index, id] of (body.media_ids ?? []).entries()) {
    if (!known.has(id)) fields[`media_ids.${index}`] = [`There is no media ${id} in this workspace.`];
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** The targets with their places in the body, less those whose channels show the post already. */
export function targetsOf(body: PostIn, live = nobody): { index: number; target: TargetIn }[] {
  const placed = (body.targets ?? []).map((target, index) => ({ index, target }));
  return placed.filter(({ target }) => !live.has(target.channel_id));
}

export function textOf(body: PostIn, target: TargetIn): string {
  return target.content ?? body.content ?? '';
}
