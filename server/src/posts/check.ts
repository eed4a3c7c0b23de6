/** Whether what a post names exists. Whether it fits its networks: `fitting.ts`. */
import { invalid } from '../problem.ts';
import type { Caller } from '../workspaces/roles.ts';
import { reaches } from '../workspaces/roles.ts';
import type { SentPost, SentTarget } from './sent.ts';

/** Ids of channels that show the post already; what the body says of them is left alone. */
const nobody: ReadonlySet<number> = new Set();

/** Throws 422 naming each channel or file that does not exist in this workspace. */
export function requireKnown(
  who: Pick<Caller, 'channelIds'>,
  body: SentPost,
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
export function targetsOf(body: SentPost, live = nobody): { index: number; target: SentTarget }[] {
  const placed = (body.targets ?? []).map((target, index) => ({ index, target }));
  return placed.filter(({ target }) => !live.has(target.channel_id));
}

export function textOf(body: SentPost, target: SentTarget): string {
  return target.content ?? body.content ?? '';
}
