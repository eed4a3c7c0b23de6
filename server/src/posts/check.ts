/** Checks that the channels and files of a post exist. `fitting.ts` checks whether the post fits its networks. */

import { detail } from '@belfry/contract/details.ts';
import type { Caller } from '../access/roles.ts';
import { invalid } from '../base/problem.ts';
import type { ChannelRow } from '../channels/index.ts';
import { findMissing } from '../channels/index.ts';
import type { SentPost, SentTarget } from './sent.ts';

/** For `live`: no channel shows the post yet. */
const noChannels: ReadonlySet<number> = new Set();

/** Throws 422 naming each channel or file that does not exist in this workspace. */
export function requireKnown(
  who: Pick<Caller, 'channelIds'>,
  body: SentPost,
  channels: ReadonlyMap<number, Pick<ChannelRow, 'id' | 'deleted_at'>>,
  media: readonly { id: number }[],
  live = noChannels,
): void {
  const named = targetsOf(body, live).map(
    ({ index, target }) => [`targets.${index}.channel_id`, target.channel_id] as const,
  );
  const missing = findMissing(who, channels.values(), named);
  const known = new Set(media.map(({ id }) => id));
  for (const [index, id] of (body.media_ids ?? []).entries()) {
    if (!known.has(id)) missing.push(detail(`media_ids.${index}`, 'unknown_media', { media_id: id }));
  }
  if (missing.length > 0) throw invalid(missing);
}

/** The targets with their index in the body, without those whose channels are `live`: these show the post already. */
export function targetsOf(body: SentPost, live = noChannels): { index: number; target: SentTarget }[] {
  const placed = (body.targets ?? []).map((target, index) => ({ index, target }));
  return placed.filter(({ target }) => !live.has(target.channel_id));
}

export function textOf(body: SentPost, target: SentTarget): string {
  return target.content ?? body.content ?? '';
}
