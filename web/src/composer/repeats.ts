import type { DeskState } from './desk.ts';
import { isSame } from './writing.ts';

export interface Repeat {
  channelId: number;
  postId: number;
  at: string;
  isPublished: boolean;
}

/** Other posts with the same text, as long as the service's answer is about this very writing and its time. */
export function findRepeats({
  verdict,
  writing,
  post,
}: Pick<DeskState, 'verdict' | 'writing' | 'post'>): Repeat[] {
  if (verdict === undefined || !isSame(verdict.writing, writing)) return [];
  if (verdict.writing.when.as !== writing.when.as) return [];
  return verdict.advice.flatMap(({ rule, channel_id, params }) => {
    const { post_id, at, published } = (params ?? {}) as Record<string, unknown>;
    const isOther = rule === 'text.same_day' && typeof post_id === 'number' && post_id !== post?.id;
    if (!isOther || typeof at !== 'string') return [];
    return [{ channelId: channel_id, postId: post_id, at, isPublished: published === true }];
  });
}
