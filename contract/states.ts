/** The state that people see of a post and of each of its channels. The server and browsers use this one table. */
import type { PostStatus } from './posts.ts';
import type { Condition, Target } from './targets.ts';

/** The most severe first. A post has the most severe state of its channels. */
export const states = [
  'may_be_live',
  'failed',
  'missed',
  'held',
  'at_risk',
  'retrying',
  'paused',
  'publishing',
  'overdue',
  'pending_approval',
  'scheduled',
  'draft',
  'published_with_warnings',
  'removed',
  'published',
] as const;

export type State = (typeof states)[number];

/** The fields of a `Target` on which its state depends. */
export interface StatedTarget extends Pick<Target, 'status' | 'warnings' | 'removed_at'> {
  error: { code: string } | null;
  condition: Pick<Condition, 'kind' | 'code'> | null;
}

/** The fields of a `Post` on which its state depends, besides its targets. */
export interface StatedPost {
  status: PostStatus;
  publishes_on_approval: boolean;
}

/** The state of a post. A draft, or a post without channels, has the state of its status. */
export function stateOfPost({ targets, ...post }: StatedPost & { targets: readonly StatedTarget[] }): State {
  const own = stateOfStatus(post);
  if (own === 'draft' || targets.length === 0) return own;
  const shown = targets.map((target) => stateOfTarget(target, post));
  return worstOf(own === 'publishing' ? [own, ...shown] : shown);
}

/** The state of one channel of a post. */
export function stateOfTarget(target: StatedTarget, post: StatedPost): State {
  switch (target.status) {
    case 'failed':
      return stateOfFailure(target.error?.code);
    case 'published':
      if (target.removed_at !== null) return 'removed';
      return target.warnings.length > 0 ? 'published_with_warnings' : 'published';
    case 'publishing':
      if (target.condition?.kind === 'paused') return 'paused';
      return isRetrying(target.condition) ? 'retrying' : 'publishing';
    case 'pending':
      return stateOfWaiting(target.condition, post);
  }
}

function worstOf(shown: readonly State[]): State {
  const worst = states.find((state) => shown.includes(state));
  if (worst === undefined) throw new Error('A post without channels has no worst channel.');
  return worst;
}

function stateOfFailure(code: string | undefined): State {
  if (code === 'outcome_unknown') return 'may_be_live';
  return code === 'missed' ? 'missed' : 'failed';
}

/** A network that works on what it got is part of publishing. */
function isRetrying(condition: StatedTarget['condition']): boolean {
  return condition?.kind === 'waiting' && condition.code !== 'processing';
}

function stateOfWaiting(condition: StatedTarget['condition'], post: StatedPost): State {
  const own = stateOfStatus(post);
  if (own === 'draft' || condition === null) return own === 'publishing' ? 'scheduled' : own;
  if (condition.kind !== 'waiting') return condition.kind;
  return isRetrying(condition) ? 'retrying' : 'publishing';
}

function stateOfStatus({ status, publishes_on_approval }: StatedPost): State {
  return publishes_on_approval ? 'overdue' : status;
}
