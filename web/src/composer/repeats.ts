import type { DeskState } from './desk.ts';
import { isSame } from './writing.ts';

export interface Repeat {
  channelId: number;
  postId: number;
  at: string;
}

/** Other posts with the same text, as long as the service's answer is about this very writing. */
export function findRepeats({
  verdict,
  writing,
  post,
}: Pick<DeskState, 'verdict' | 'writing' | 'post'>): Repeat[] {
  if (verdict === undefined || !isSame(verdict.writing, writing)) return [];
  return verdict.advice.flatMap(({ rule, channel_id, params }) => {
    const { post_id, at } = (params ?? {}) as { post_id?: unknown; at?: unknown };
    const isOther = rule === 'text.same_day' && typeof post_id === 'number' && post_id !== post?.id;
    return isOther && typeof at === 'string' ? [{ channelId: channel_id, postId: post_id, at }] : [];
  });
}
