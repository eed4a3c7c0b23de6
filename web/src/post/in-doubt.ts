import type { Post } from '@belfry/contract/posts.ts';

/** Whether a channel may already show the post. Until a person has said so, nothing of it is sent again. */
export function isInDoubt({ targets }: Pick<Post, 'targets'>): boolean {
  return targets.some(({ error }) => error?.code === 'outcome_unknown');
}
